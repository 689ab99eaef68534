import type { Platform } from '../../../platform/platform';
import { deleteExpiredChallenges, markBusyAddresses } from './ownership.queries';

const EVERY_FIVE_MINUTES = '*/5 * * * *';

/** Marks addresses as busy or quiet again, and deletes expired challenges. */
export function registerAddressJobs({ db, jobs, clocks, log }: Pick<Platform, 'db' | 'jobs' | 'clocks' | 'log'>): void {
  jobs.register(
    'chains.busy-addresses',
    async () => {
      const { quiet, busy } = await markBusyAddresses(db.query, clocks.business.now());
      if (quiet > 0 || busy > 0) log.info({ busy, quiet }, 'busy addresses');
      await deleteExpiredChallenges(db.query, clocks.real.now());
    },
    { cron: EVERY_FIVE_MINUTES, retryLimit: 0 },
  );
}
