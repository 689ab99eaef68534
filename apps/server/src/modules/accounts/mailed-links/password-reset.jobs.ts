import type { AccountDeps } from '../accounts.deps';
import { deleteOldLinks } from './mail-links.queries';
import { mailPasswordReset, RESET_REQUESTED_JOB } from './password-reset';

const KEPT_MS = 30 * 24 * 3_600_000; // a link opened again within a month still gets its specific answer

export function registerMailLinkJobs(deps: AccountDeps): void {
  deps.jobs.register(RESET_REQUESTED_JOB, (data) => mailPasswordReset(deps, String(data.email)));
  deps.jobs.register('account.sweep-links', () => deleteOldLinks(deps.db.query, new Date(deps.clocks.real.now().getTime() - KEPT_MS)), {
    cron: '17 3 * * *',
  });
}
