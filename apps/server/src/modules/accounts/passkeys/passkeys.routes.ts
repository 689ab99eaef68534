import { passkeysApi } from '@stablegate/contract';
import type { Router } from '../../../http/mount';
import { signedIn } from '../../../http/principal';
import type { AccountCookies } from '../../../http/session-cookie';
import { asPasskeyId } from '../../../platform/id-types';
import type { AccountService } from '../accounts.service';
import { visitorOf, writeSession, writeSignedIn } from '../sign-in/sign-in.routes';

export function mountPasskeys(route: Router, { accounts, cookies }: { accounts: AccountService; cookies: AccountCookies }): void {
  route(passkeysApi.list, (request) => accounts.listPasskeys(signedIn(request)));

  route(passkeysApi.newOptions, (request) => accounts.startPasskey(signedIn(request)));

  route(passkeysApi.add, async (request, reply) => reply.code(201).send(await accounts.addPasskey(signedIn(request), request.body)));

  route(passkeysApi.remove, async (request, reply) => {
    await accounts.removePasskey(signedIn(request), asPasskeyId(request.params.id));
    return reply.code(204).send();
  });

  route(passkeysApi.signInOptions, () => accounts.startPasskeyUse());

  route(passkeysApi.signIn, async (request, reply) => {
    const { credential, remember = false, secondStep = false } = request.body;
    const second = secondStep ? { pendingToken: cookies.pending.read(request) } : undefined;
    writeSignedIn(reply, cookies, await accounts.signInWithPasskey({ credential, remember, second }, visitorOf(request, cookies)));
    return { message: 'Login successful' };
  });

  route(passkeysApi.confirm, async (request, reply) => {
    writeSession(reply, cookies, await accounts.confirmWithPasskey(signedIn(request), request.body.credential));
    return { message: 'Confirmed' };
  });
}
