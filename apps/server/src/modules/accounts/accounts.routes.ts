import { accountsApi } from '@stablegate/contract';
import type { FastifyRequest } from 'fastify';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import type { CookieJar } from '../../http/session-cookie';
import { toWireNumber } from '../../platform/money';
import type { LimitRule, RateLimiter } from '../../platform/rate-limiter';
import { describeDevice, REMEMBERED_IDLE_MS } from './accounts.domain';
import type { AccountService } from './accounts.service';
import type { Visitor } from './sessions';

const SIGN_UP_LIMIT: LimitRule = { name: 'sign-up', points: 20, seconds: 3_600 };
const SIGN_IN_LIMIT: LimitRule = { name: 'sign-in', points: 60, seconds: 60 };

export type AccountRouteDeps = {
  readonly accounts: AccountService;
  readonly cookie: CookieJar;
  readonly limiter: RateLimiter;
  readonly readBalance: (userId: string) => Promise<{ balance: bigint; available: bigint }>;
};

const visitorOf = (request: FastifyRequest): Visitor => ({ ip: request.ip, device: describeDevice(request.headers['user-agent']) });
const isOn = (value: boolean | string | undefined): boolean => value === true || value === 'true' || value === 'on';

function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,512})$/.exec(request.headers.authorization ?? '')?.[1];
}

export function mountAccounts(route: Router, deps: AccountRouteDeps): void {
  const { accounts, cookie, limiter } = deps;

  route(accountsApi.signup, async (request, reply) => {
    await limiter.consume(SIGN_UP_LIMIT, request.ip);
    await accounts.signUp(request.body);
    return reply.code(201).send({ message: 'Registration successful' });
  });

  route(accountsApi.login, async (request, reply) => {
    await limiter.consume(SIGN_IN_LIMIT, request.ip);
    const remember = isOn(request.body.remember);
    const { token } = await accounts.signIn({ ...request.body, remember }, visitorOf(request));
    cookie.write(reply, token, remember ? REMEMBERED_IDLE_MS / 1000 : undefined);
    return { message: 'Login successful' };
  });

  route(accountsApi.logout, async (request, reply) => {
    const token = cookie.read(request);
    if (token !== undefined) await accounts.signOut(token);
    cookie.clear(reply);
    return { message: 'Signed out' };
  });

  route(accountsApi.session, async (request) => {
    const token = cookie.read(request) ?? bearer(request);
    return accounts.describeSession(token === undefined ? undefined : await accounts.readSession(token));
  });

  route(accountsApi.user, async (request) => {
    const user = await accounts.getUser(signedIn(request), request.params.id);
    const { balance, available } = await deps.readBalance(request.params.id);
    return { ...user, balance: toWireNumber(balance), available: toWireNumber(available) };
  });
}
