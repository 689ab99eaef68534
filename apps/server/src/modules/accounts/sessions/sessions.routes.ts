import { accountsApi, adminApi } from '@stablegate/contract';
import type { FastifyRequest } from 'fastify';
import type { Router } from '../../../http/mount';
import { signedIn } from '../../../http/principal';
import type { AccountCookies } from '../../../http/session-cookie';
import { asSessionId, asUserId } from '../../../platform/id-types';
import type { AccountService } from '../accounts.service';
import { originOf, writeSession } from '../sign-in/sign-in.routes';

const bearer = (request: FastifyRequest): string | undefined => /^Bearer ([\w-]{20,512})$/.exec(request.headers.authorization ?? '')?.[1];

export function mountSessions(route: Router, { accounts, cookies }: { accounts: AccountService; cookies: AccountCookies }): void {
  route(accountsApi.session, async (request, reply) => {
    const cookie = cookies.session.read(request);
    const token = cookie ?? bearer(request);
    const session = token === undefined ? undefined : await accounts.readSession(token, originOf(request));
    if (cookie !== undefined && session?.renewCookie === true) writeSession(reply, cookies, { token: cookie, remember: true });
    return accounts.describeSession(session);
  });

  route(accountsApi.logout, async (request, reply) => {
    const token = cookies.session.read(request);
    if (token !== undefined) await accounts.signOut(token);
    cookies.session.clear(reply);
    return { message: 'Signed out' };
  });

  route(accountsApi.sessions, (request) => accounts.listSessions(signedIn(request)));

  route(accountsApi.endSession, async (request, reply) => {
    await accounts.endSession(signedIn(request), asSessionId(request.params.id));
    return reply.code(204).send();
  });

  route(accountsApi.endOtherSessions, async (request, reply) => {
    await accounts.endOtherSessions(signedIn(request));
    return reply.code(204).send();
  });

  route(adminApi.endSessions, async (request, reply) => {
    await accounts.endSessionsOfUser(signedIn(request), asUserId(request.params.id));
    return reply.code(204).send();
  });

  route(accountsApi.confirm, async (request, reply) => {
    const { password, code = '' } = request.body;
    writeSession(reply, cookies, await accounts.confirmSignIn(signedIn(request), { password, code }));
    return { message: 'Confirmed' };
  });
}
