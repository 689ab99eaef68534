import { accountsApi, securityApi, twoFactorApi } from '@stablegate/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Router } from '../../../http/mount';
import type { AccountCookies } from '../../../http/session-cookie';
import type { Origin } from '../../../platform/principal';
import { DEVICE_COOKIE_MS, describeDevice, PENDING_LOGIN_MS, REMEMBERED_IDLE_MS } from '../accounts.domain';
import type { AccountService } from '../accounts.service';
import { wantedLanguages } from '../mailed-links/mail-language.domain';
import type { SessionTicket, Visitor } from '../sessions/sessions';
import type { SignedIn, SignInGrant } from './sign-in-steps';

export type SignInRouteDeps = {
  readonly accounts: AccountService;
  readonly cookies: AccountCookies;
  /** Throws where no mail can be sent. */
  readonly requireMail: () => void;
};

const isOn = (value: boolean | string | undefined): boolean => value === true || value === 'true' || value === 'on';

export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({ ip, device: describeDevice(headers['user-agent']) });

export const visitorOf = (request: FastifyRequest, cookies: AccountCookies): Visitor => ({
  ...originOf(request),
  deviceCookie: cookies.device.read(request),
  sessionCookie: cookies.session.read(request),
  languages: wantedLanguages(request.headers),
});

export function writeSession(reply: FastifyReply, cookies: AccountCookies, session: SessionTicket): void {
  cookies.session.write(reply, session.token, session.remember ? REMEMBERED_IDLE_MS / 1000 : undefined);
}

export function writeDevice(reply: FastifyReply, cookies: AccountCookies, device: { readonly deviceToken: string }): void {
  cookies.device.write(reply, device.deviceToken, DEVICE_COOKIE_MS / 1000);
}

export function writeSignedIn(reply: FastifyReply, cookies: AccountCookies, signedIn: SignedIn): void {
  writeSession(reply, cookies, signedIn.session);
  writeDevice(reply, cookies, signedIn);
  cookies.pending.clear(reply);
}

function answer(reply: FastifyReply, cookies: AccountCookies, way: SignInGrant) {
  if (way.step === 'code-asked') {
    cookies.pending.write(reply, way.pendingToken, PENDING_LOGIN_MS / 1000);
    return { require2FA: true as const, method: way.method, ...(way.hasPasskey && { hasPasskey: true as const }) };
  }
  writeSignedIn(reply, cookies, way);
  return { message: 'Login successful' };
}

/** All ways to sign in. Each ends with a fresh session cookie, or with the cookie of a pending sign-in. */
export function mountSignIn(route: Router, { accounts, cookies }: SignInRouteDeps): void {
  route(accountsApi.signup, async (request, reply) => {
    const { deviceToken } = await accounts.signUp(request.body, visitorOf(request, cookies));
    if (deviceToken !== undefined) writeDevice(reply, cookies, { deviceToken });
    return reply.code(201).send({ message: 'Registration successful' });
  });

  route(accountsApi.login, async (request, reply) => {
    const remember = isOn(request.body.remember);
    return answer(reply, cookies, await accounts.signIn({ ...request.body, remember }, visitorOf(request, cookies)));
  });

  route(twoFactorApi.verifyLogin, async (request, reply) => {
    const step = { ...request.body, pendingToken: cookies.pending.read(request) };
    writeSignedIn(reply, cookies, await accounts.verifySignIn(step, visitorOf(request, cookies)));
    return { redirectUrl: '/' };
  });

  route(securityApi.requestWhitelistLink, async (request, reply) => {
    await accounts.requestWhitelistLink(request.body, visitorOf(request, cookies));
    return reply.code(202).send({ message: 'If the sign-in is right and your whitelist refuses this address, a link is on its way.' });
  });

  route(securityApi.useWhitelistLink, async (request, reply) =>
    answer(reply, cookies, await accounts.openWhitelistLink(request.body.token, visitorOf(request, cookies))),
  );
}
