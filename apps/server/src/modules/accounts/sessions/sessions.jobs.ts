import type { AccountDeps } from '../accounts.deps';
import { sweepSignIns } from './sessions-sweep.queries';

export function registerSignInSweep(deps: AccountDeps): void {
  deps.jobs.register('account.sweep-sign-ins', () => sweepSignIns(deps.db.query, deps.clocks.real.now()), { cron: '41 * * * *' });
}
