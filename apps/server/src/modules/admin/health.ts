import type { AdminHealth } from '@stablegate/contract';
import { TOTAL_MAX } from '../../platform/lists/paging';
import type { AdminDeps } from './admin.deps';

export async function readHealth(deps: AdminDeps): Promise<AdminHealth> {
  const [networks, oldest, check, unmatchedBankTransfers, unmatchedTransfers] = await Promise.all([
    deps.chains.networkStatus(),
    deps.callbacks.findOldestWaiting(),
    deps.ledger.lastCheck(),
    deps.deposits.countUnmatched(),
    deps.chains.countUnmatched(TOTAL_MAX),
  ]);
  const waitedMs = oldest === undefined ? null : deps.clocks.business.now().getTime() - oldest.getTime();
  return {
    networks,
    oldestCallbackSeconds: waitedMs === null ? null : Math.max(0, Math.floor(waitedMs / 1000)),
    ledgerDifference: check?.differences ?? 0,
    ledgerCheckedAt: check?.checkedAt.toISOString() ?? null,
    unmatchedBankTransfers,
    unmatchedTransfers,
  };
}
