import { accountsApi, securityApi } from '@stablegate/contract';
import { toWireNumber } from '@stablegate/rules';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import type { AccountCookies } from '../../http/session-cookie';
import type { RateLimiter } from '../../platform/net/rate-limiter';
import type { AccountService } from './accounts.service';
import { mountMailedLinks } from './mailed-links/email-verification.routes';
import { mountSessions } from './sessions/sessions.routes';
import { mountSignIn } from './sign-in/sign-in.routes';
import { mountTwoFactor } from './two-factor/two-factor.routes';

export type AccountRouteDeps = {
  readonly accounts: AccountService;
  readonly cookies: AccountCookies;
  readonly limiter: RateLimiter;
  /** Balances belong to the ledger. */
  readonly readBalance: (userId: string) => Promise<{ balance: bigint; available: bigint }>;
  readonly readDeposits: (userId: string) => Promise<bigint>;
};

export function mountAccounts(route: Router, deps: AccountRouteDeps): void {
  const { accounts, readBalance, readDeposits } = deps;
  mountSignIn(route, deps);
  mountSessions(route, deps);
  mountTwoFactor(route, deps);
  mountMailedLinks(route, deps);

  route(accountsApi.user, async (request) => {
    const user = await accounts.getUser(signedIn(request), request.params.id);
    const { balance, available } = await readBalance(request.params.id);
    return { ...user, balance: toWireNumber(balance), available: toWireNumber(available) };
  });

  route(accountsApi.profile, async (request) => {
    const profile = await accounts.getProfile(signedIn(request), request.params.id);
    const [{ balance, available }, deposit] = await Promise.all([readBalance(profile.userId), readDeposits(profile.userId)]);
    return { ...profile, balance: toWireNumber(balance), available: toWireNumber(available), deposit: toWireNumber(deposit) };
  });

  route(accountsApi.changePassword, async (request) => {
    await accounts.changePassword(signedIn(request), request.body);
    return { message: 'Your password was changed.' };
  });

  route(securityApi.settings, (request) => accounts.readSecuritySettings(signedIn(request), request.params.id));

  route(securityApi.change, (request) => accounts.changeSecuritySettings(signedIn(request), request.params.id, request.body, request.ip));
}
