import { Gauge } from 'prom-client';
import type { Jobs } from '../../platform/events/jobs';
import type { Logger } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import type { LedgerService } from './ledger.service';

const EVERY_TEN_MINUTES = '*/10 * * * *';

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
    help: 'Accounts whose balance, entries, holds or roll-ups disagree, as of the last check; absent before the first.',
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

  deps.jobs.register(
    'ledger.check',
    async () => {
      const check = await deps.ledger.check('incremental');
      if (check.differences > 0) deps.log.error({ differences: check.differences, faults: check.faults }, 'the ledger does not add up');
    },
    { cron: EVERY_TEN_MINUTES, retryLimit: 0 },
  );
}
