import { Gauge } from 'prom-client';
import type { Jobs } from '../../platform/events/jobs';
import type { Logger } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import type { LedgerService } from './ledger.service';

const EVERY_TEN_MINUTES = '*/10 * * * *';

/** Must never fire: a difference is logged as an error at every run until it is explained. */
export function registerLedgerJobs(deps: { jobs: Jobs; log: Logger; metrics: Metrics; ledger: LedgerService }): void {
  const differences = new Gauge({
    name: 'stablegate_ledger_differences',
    help: 'Accounts whose balance, entries, holds or roll-ups disagree, as of the last check.',
    registers: [deps.metrics.registry],
  });
  const entries = new Gauge({
    name: 'stablegate_ledger_checked_transfers', // dashboards use this name
    help: 'Entries that the last ledger check read.',
    registers: [deps.metrics.registry],
  });

  deps.jobs.register(
    'ledger.check',
    async () => {
      const check = await deps.ledger.check('incremental');
      differences.set(check.differences);
      entries.set(check.entries);
      if (check.differences > 0) deps.log.error({ differences: check.differences, faults: check.faults }, 'the ledger does not add up');
    },
    { cron: EVERY_TEN_MINUTES, retryLimit: 0 },
  );
}
