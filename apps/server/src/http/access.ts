import { mayRole, type RouteSpec } from '@stablegate/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error';
import type { Clock } from '../platform/clock';
import { type CallingKey, isRecentSecondFactor, isRecentSignIn, type Principal } from '../platform/principal';
import type { Authenticate, AuthenticateStore } from './principal';

export type AccessOptions = {
  readonly authenticate: Authenticate;
  readonly authenticateStore: AuthenticateStore;
  readonly clock: Clock;
  readonly adminRequires2fa: boolean;
};

function check(route: RouteSpec, caller: Principal | undefined, options: AccessOptions): Principal {
  if (caller === undefined) throw new AppError('not_signed_in');
  const principal = inTeam(route, caller);
  if (route.access !== 'session' && !principal.emailVerified) throw new AppError('email_not_verified');
  if (route.access === 'admin' && principal.role !== 'ADMIN') throw new AppError('forbidden');
  const actsAsAdmin = route.access === 'admin' || (route.platformMoney === true && principal.role === 'ADMIN');
  if (actsAsAdmin && options.adminRequires2fa && !principal.totp && !principal.hasPasskey) throw new AppError('two_factor_required');
  if (needsSecondFactor(route, principal) && !isRecentSecondFactor(principal, options.clock.now())) {
    throw new AppError('second_factor_required'); // first: whoever confirms with it has signed in recently, too
  }
  if (route.stepUp === true && !isRecentSignIn(principal, options.clock.now())) throw new AppError('recent_sign_in_required');
  return principal;
}

function needsSecondFactor({ secondFactor, team }: RouteSpec, { account, isGuarded }: Principal): boolean {
  if (secondFactor === undefined) return false;
  if (secondFactor !== 'guard') return account.secondFactorFor.includes(secondFactor);
  return team === 'own' ? isGuarded : account.secondFactorFor.length > 0;
}

/** On routes about an account's data a member of its team acts for it, as far as their role allows; an admin does so as a user. */
function inTeam(route: RouteSpec, principal: Principal): Principal {
  const { account, actorId } = principal;
  if (route.team === undefined || route.team === 'own' || account.id === actorId) return principal;
  if (account.refusal !== undefined) throw new AppError(account.refusal);
  if (!mayRole(account.role, route.team)) throw new AppError('role_forbids');
  return { ...principal, userId: account.id, role: 'USER' };
}

/** Enforces the contract's access rule for every route. Bank feeds are checked by their module. */
export function createAccessCheck(options: AccessOptions) {
  return async (route: RouteSpec, request: FastifyRequest): Promise<void> => {
    if (route.access === 'session' || route.access === 'verified' || route.access === 'admin') {
      request.principal = check(route, await options.authenticate(request), options);
    } else if (route.access === 'api-key') {
      const foundKey = (key: CallingKey) => {
        request.callingKey = key;
      };
      request.store = await options.authenticateStore(request.headers['x-api-key'], { scope: route.scope, ip: request.ip, foundKey });
    }
  };
}
export type AccessCheck = ReturnType<typeof createAccessCheck>;
