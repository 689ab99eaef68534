import type { InvitedRole, TeamAccount, TeamInvitation, TeamMember } from '@stablegate/contract';
import { DAY_MS } from '@stablegate/rules';
import { AppError, invalidValue } from '../../../platform/app-error';
import { assertDefined } from '../../../platform/assert';
import { recordAudit } from '../../../platform/audit';
import type { Tx } from '../../../platform/db/db';
import type { InvitationId, UserId } from '../../../platform/id-types';
import { newId, randomToken } from '../../../platform/ids';
import type { Principal } from '../../../platform/principal';
import { noteNothingChanged } from '../../../platform/request-author';
import { sha256 } from '../../../platform/secrets/crypto';
import type { AccountDeps } from '../accounts.deps';
import { foldCase } from '../accounts.domain';
import { lockUser, releaseEmail, saveVerifiedEmail } from '../mailed-links/mail-links.queries';
import { refusingTakenEmail } from '../mailed-links/taken-email';
import { findUserById, type UserRecord } from '../users.queries';
import {
  countTeam,
  deleteInvitation,
  deleteMember,
  findInvitation,
  type Invitation,
  listAccounts,
  listInvitations,
  listMembers,
  lockRole,
  readFloor,
  saveFloor,
  saveInvitation,
  saveMember,
  saveSessionAccount,
} from './team.queries';

const INVITATION_DAYS = 7;
/** Invitations included: an account must not be a way to mail the world. */
const TEAM_MAX = 50;

const toInvitation = ({ id, email, role, createdAt, expiresAt }: Invitation): TeamInvitation => ({
  id,
  email,
  role,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

const nameOf = async (tx: Tx, id: UserId): Promise<string> => assertDefined(await findUserById(tx, id), 'a member of a team').username;

export type Team = { members: TeamMember[]; invitations: TeamInvitation[]; memberFloor: number };

export async function readTeam(deps: AccountDeps, accountId: UserId): Promise<Team> {
  const [members, invitations, memberFloor] = await Promise.all([
    listMembers(deps.db.query, accountId),
    listInvitations(deps.db.query, accountId, deps.clocks.real.now()),
    readFloor(deps.db.query, accountId),
  ]);
  return {
    members: members.map(({ addedAt, lastSeenAt, ...member }) => ({
      ...member,
      addedAt: addedAt.toISOString(),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    })),
    invitations: invitations.map(toInvitation),
    memberFloor,
  };
}

/** The owner is locked, so two invitations at once cannot exceed the limit. */
export function inviteMember(deps: AccountDeps, principal: Principal, email: string, role: InvitedRole): Promise<TeamInvitation> {
  const now = deps.clocks.real.now();
  return deps.db.transaction(async (tx) => {
    const owner = assertDefined(await lockUser(tx, principal.userId), 'the account of a session');
    const emailKey = foldCase(email);
    if (emailKey === foldCase(owner.email)) throw invalidValue('email', 'This is the address of the account itself.');
    const { people, isMember } = await countTeam(tx, owner.id, emailKey);
    if (isMember) throw new AppError('already_in_team');
    if (people >= TEAM_MAX) throw new AppError('team_full');
    const token = randomToken();
    const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
    const invitation = { id: newId('invitation', now), accountId: owner.id, email, emailKey, role, createdAt: now, expiresAt };
    await saveInvitation(tx, invitation, sha256(token));
    await recordAudit(deps.outbox, tx, principal, { action: 'team.invited', subject: invitation.id, detail: { email, role } });
    await deps.mails.sendTeamInvitation(tx, { owner, email, role, token, expiresAt });
    return toInvitation(invitation);
  });
}

export function withdrawInvitation(deps: AccountDeps, principal: Principal, id: InvitationId): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const email = await deleteInvitation(tx, principal.userId, id);
    if (email === undefined) throw new AppError('not_found');
    await recordAudit(deps.outbox, tx, principal, { action: 'team.withdrawn', subject: id, detail: { email } });
  });
}

export function changeMemberRole(deps: AccountDeps, principal: Principal, memberId: UserId, role: InvitedRole): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const before = await lockRole(tx, principal.userId, memberId);
    if (before === undefined) throw new AppError('not_found');
    await saveMember(tx, principal.userId, memberId, role, deps.clocks.real.now());
    const detail = { member: await nameOf(tx, memberId) };
    await recordAudit(deps.outbox, tx, principal, {
      action: 'team.role-changed',
      subject: memberId,
      detail,
      before: { role: before },
      after: { role },
    });
  });
}

export function removeMember(deps: AccountDeps, principal: Principal, memberId: UserId): Promise<void> {
  return deps.db.transaction(async (tx) => {
    if (!(await deleteMember(tx, principal.userId, memberId, deps.clocks.real.now()))) throw new AppError('not_found');
    const detail = { member: await nameOf(tx, memberId) };
    await recordAudit(deps.outbox, tx, principal, { action: 'team.removed', subject: memberId, detail });
  });
}

/** From which part of what was asked members may accept an invoice as paid. */
export function setMemberFloor(deps: AccountDeps, principal: Principal, percent: number): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const { id } = assertDefined(await lockUser(tx, principal.userId), 'the account of a session');
    const before = await readFloor(tx, id);
    if (before === percent) return noteNothingChanged();
    await saveFloor(tx, id, percent);
    await recordAudit(deps.outbox, tx, principal, {
      action: 'team.floor-changed',
      subject: id,
      before: { memberFloor: `${before}%` },
      after: { memberFloor: `${percent}%` },
    });
  });
}

async function findOpenInvitation(deps: AccountDeps, token: string): Promise<{ invitation: Invitation; owner: UserRecord }> {
  const invitation = await findInvitation(deps.db.query, sha256(token), deps.clocks.real.now());
  const owner = invitation === undefined ? undefined : await findUserById(deps.db.query, invitation.accountId);
  if (invitation === undefined || owner === undefined || owner.disabled) throw new AppError('token_expired');
  return { invitation, owner };
}

export async function readInvitation(deps: AccountDeps, token: string): Promise<{ account: string; email: string; role: InvitedRole }> {
  const { invitation, owner } = await findOpenInvitation(deps, token);
  return { account: owner.username, email: invitation.email, role: invitation.role };
}

/** Only by the account with the invited address: a forwarded mail lets nobody in. The link itself proves that address. */
export async function acceptInvitation(deps: AccountDeps, principal: Principal, token: string): Promise<TeamAccount> {
  const { owner } = await findOpenInvitation(deps, token);
  const now = deps.clocks.real.now();
  return refusingTakenEmail(deps, async (tx) => {
    const user = assertDefined(await lockUser(tx, principal.userId), 'the user of a session');
    const invitation = await findInvitation(tx, sha256(token), now); // again under the lock
    if (invitation === undefined) throw new AppError('token_expired');
    if (foldCase(user.email) !== invitation.emailKey || user.id === owner.id) throw new AppError('invitation_for_another');
    if (!user.emailVerified) {
      await releaseEmail(tx, invitation.emailKey, { now, except: user.id });
      await saveVerifiedEmail(tx, user.id, user.email, invitation.emailKey, now);
    }
    await deleteInvitation(tx, owner.id, invitation.id);
    await saveMember(tx, owner.id, user.id, invitation.role, now);
    await saveSessionAccount(tx, principal.sessionId, owner.id);
    const detail = { member: user.username, email: user.email, role: invitation.role };
    await recordAudit(deps.outbox, tx, { ...principal, userId: owner.id }, { action: 'team.joined', subject: user.id, detail });
    return { accountId: owner.id, username: owner.username, role: invitation.role };
  });
}

export async function listTeamAccounts(deps: AccountDeps, principal: Principal): Promise<TeamAccount[]> {
  const user = assertDefined(await findUserById(deps.db.query, principal.userId), 'the user of a session');
  const others = await listAccounts(deps.db.query, user.id);
  return [
    { accountId: user.id, username: user.username, role: 'owner' },
    ...others.map(({ id, username, role }) => ({ accountId: id, username, role })),
  ];
}

export async function switchAccount(deps: AccountDeps, principal: Principal, accountId: UserId): Promise<TeamAccount> {
  const account = (await listTeamAccounts(deps, principal)).find((one) => one.accountId === accountId);
  if (account === undefined) throw new AppError('not_found');
  await saveSessionAccount(deps.db.query, principal.sessionId, account.role === 'owner' ? null : accountId);
  return account;
}

/** The calling session goes on with the own account; others that work for the left one end. */
export function leaveTeam(deps: AccountDeps, principal: Principal, accountId: UserId): Promise<void> {
  return deps.db.transaction(async (tx) => {
    if (principal.account.id === accountId) await saveSessionAccount(tx, principal.sessionId, null);
    if (!(await deleteMember(tx, accountId, principal.userId, deps.clocks.real.now()))) throw new AppError('not_found');
    const detail = { member: await nameOf(tx, principal.userId) };
    await recordAudit(deps.outbox, tx, { ...principal, userId: accountId }, { action: 'team.left', subject: principal.userId, detail });
  });
}
