import { accountsApi, securityApi } from '@stablegate/contract';
import { toWireNumber } from '@stablegate/rules';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import type { AccountCookies } from '../../http/session-cookie';
import { asUserId, type UserId } from '../../platform/id-types';
import type { AccountService } from './accounts.service';
import { mountMailedLinks } from './mailed-links/email-verification.routes';
import { mountPasskeys } from './passkeys/passkeys.routes';
import { mountSessions } from './sessions/sessions.routes';
import { mountSignIn, writeSession } from './sign-in/sign-in.routes';
import { mountTeam } from './team/team.routes';
import { mountTwoFactor } from './two-factor/two-factor.routes';

export type AccountRouteDeps = {
  readonly accounts: AccountService;
  readonly cookies: AccountCookies;
  /** Throws where no mail can be sent. */
  readonly requireMail: () => void;
  /** Balances belong to the ledger. */
  readonly readBalance: (userId: UserId) => Promise<{ balance: bigint; available: bigint }>;
  readonly isSecondFactorAdvised: (userId: UserId, balanceMicros: bigint) => Promise<boolean>;
  readonly readDeposits: (userId: UserId) => Promise<bigint>;
};

export function mountAccounts(route: Router, deps: AccountRouteDeps): void {
  const { accounts, readBalance, readDeposits, isSecondFactorAdvised } = deps;
  mountSignIn(route, deps);
  mountSessions(route, deps);
  mountTwoFactor(route, deps);
  mountPasskeys(route, deps);
  mountMailedLinks(route, deps);
  mountTeam(route, deps);

  route(accountsApi.user, async (request) => {
    const userId = asUserId(request.params.id);
    const caller = signedIn(request);
    const user = await accounts.getUser(caller, userId);
    const { balance, available } = await readBalance(userId);
    const secondFactorAdvised = !caller.totp && !caller.hasPasskey && (await isSecondFactorAdvised(userId, balance));
    return { ...user, balance: toWireNumber(balance), available: toWireNumber(available), secondFactorAdvised };
  });

  route(accountsApi.profile, async (request) => {
    const userId = asUserId(request.params.id);
    const profile = await accounts.getProfile(signedIn(request), userId);
    const [{ balance, available }, deposit] = await Promise.all([readBalance(userId), readDeposits(userId)]);
    return { ...profile, balance: toWireNumber(balance), available: toWireNumber(available), deposit: toWireNumber(deposit) };
  });

  route(accountsApi.changePassword, async (request, reply) => {
    writeSession(reply, deps.cookies, await accounts.changePassword(signedIn(request), request.body));
    return { message: 'Your password was changed.' };
  });

  route(securityApi.settings, (request) => accounts.readSecuritySettings(signedIn(request), asUserId(request.params.id)));

  route(securityApi.change, (request) => accounts.changeSecuritySettings(signedIn(request), asUserId(request.params.id), request.body));
}
