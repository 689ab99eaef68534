import { Gauge } from 'prom-client';
import type { Jobs } from '../../platform/events/jobs';
import type { Logger } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import type { LedgerService } from './ledger.service';

const EVERY_TEN_MINUTES = '*/10 * * * *';
const EVERY_NIGHT = '17 20 * * *'; // UTC: 03:17 in Vietnam

type LedgerJobDeps = { readonly jobs: Jobs; readonly log: Logger; readonly metrics: Metrics; readonly ledger: LedgerService };

/** From the stored check, so that every process reports the same, whichever of them has checked. */
function measureChecks({ metrics, ledger }: LedgerJobDeps): void {
  const checkedAt = new Gauge({
    name: 'stablegate_ledger_checked_at_seconds',
    help: 'When the ledger was last checked, in Unix time; absent before the first check.',
    registers: [metrics.registry],
  });
  const entries = new Gauge({
    name: 'stablegate_ledger_checked_transfers', // dashboards use this name
    help: 'Entries that the last ledger check read.',
    registers: [metrics.registry],
  });
  const differences = new Gauge({
    name: 'stablegate_ledger_differences',
    help: 'What disagrees in accounts, invoices, deposits and roll-ups, as of the last checks; absent before the first.',
    registers: [metrics.registry],
    collect: async () => {
      for (const gauge of [checkedAt, entries, differences]) gauge.remove();
      const last = await ledger.lastCheck();
      if (last === undefined) return;
      checkedAt.set(last.checkedAt.getTime() / 1000);
      entries.set(last.entries);
      differences.set(last.differences);
    },
  });
}

/** Must never fire: a difference is logged as an error at every run until it is explained. */
export function registerLedgerJobs(deps: LedgerJobDeps): void {
  measureChecks(deps);

  const check = async (mode: 'full' | 'incremental') => {
    const { differences, faults, findings } = await deps.ledger.checkBooks(mode);
    if (differences > 0) deps.log.error({ differences, faults, findings }, 'the ledger does not add up');
  };
  deps.jobs.register('ledger.check', () => check('incremental'), { cron: EVERY_TEN_MINUTES, retryLimit: 0 });
  // What was changed where nothing new happens. Not awaited: with millions of entries it takes longer than a job may.
  deps.jobs.register(
    'ledger.check-all',
    async () => void check('full').catch((error: unknown) => deps.log.error({ err: error }, 'the full check of the ledger failed')),
    { cron: EVERY_NIGHT, retryLimit: 0 },
  );
}
