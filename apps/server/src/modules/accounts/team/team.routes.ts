import { teamApi } from '@stablegate/contract';
import type { Router } from '../../../http/mount';
import { signedIn } from '../../../http/principal';
import { asInvitationId, asUserId } from '../../../platform/id-types';
import type { AccountService } from '../accounts.service';

export type TeamRouteDeps = { readonly accounts: AccountService; readonly requireMail: () => void };

export function mountTeam(route: Router, { accounts: { team }, requireMail }: TeamRouteDeps): void {
  route(teamApi.list, (request) => team.read(signedIn(request).userId));

  route(teamApi.invite, async (request, reply) => {
    requireMail();
    return reply.code(201).send(await team.invite(signedIn(request), request.body.email, request.body.role));
  });

  route(teamApi.withdraw, async (request, reply) => {
    await team.withdraw(signedIn(request), asInvitationId(request.params.id));
    return reply.code(204).send();
  });

  route(teamApi.changeRole, async (request) => {
    await team.changeRole(signedIn(request), asUserId(request.params.id), request.body.role);
    return { message: 'The role was changed.' };
  });

  route(teamApi.setFloor, async (request) => {
    await team.setFloor(signedIn(request), request.body.percent);
    return { message: 'The limit was changed.' };
  });

  route(teamApi.remove, async (request, reply) => {
    await team.remove(signedIn(request), asUserId(request.params.id));
    return reply.code(204).send();
  });

  route(teamApi.invitation, (request) => team.readInvitation(request.body.token));

  route(teamApi.accept, (request) => team.accept(signedIn(request), request.body.token));

  route(teamApi.accounts, (request) => team.accounts(signedIn(request)));

  route(teamApi.switch, (request) => team.switch(signedIn(request), asUserId(request.body.accountId)));

  route(teamApi.leave, async (request, reply) => {
    await team.leave(signedIn(request), asUserId(request.params.id));
    return reply.code(204).send();
  });
}
