import type { InvitedRole, PasskeyAnswer, SecurityChanges } from '@stablegate/contract';
import type { TakeBack } from '../../platform/audit-past.queries';
import type { Queryable, Tx } from '../../platform/db/db';
import type { StoredEvent } from '../../platform/events/outbox';
import type { InvitationId, PasskeyId, SessionId, UserId } from '../../platform/id-types';
import type { Origin, Principal } from '../../platform/principal';
import type { AccountDeps } from './accounts.deps';
import { readVerificationLink, refuseVerification, sendVerification, updateEmail, verifyEmail } from './mailed-links/email-verification';
import { keepLanguage } from './mailed-links/mail-language';
import { requestPasswordReset, resetPassword } from './mailed-links/password-reset';
import { openWhitelistLink, requestWhitelistLink } from './mailed-links/whitelist-link';
import { cancelByNotice, mailChanges, readNotice, secureAccount } from './notices/change-notices';
import { confirmWithPasskey, type PasskeySignIn, signInWithPasskey, startPasskeyUse } from './passkeys/passkey-sign-in';
import { addPasskey, listOwnPasskeys, type NewPasskey, removePasskey, startPasskey } from './passkeys/passkeys';
import { requireAddressLock, unfreeze } from './security/address-lock';
import { changePassword, type PasswordChange } from './security/change-password';
import { changeSecuritySettings, readSecuritySettings } from './security/security-settings';
import {
  closeSession,
  endOwnOtherSessions,
  endOwnSession,
  endSessionsOfUser,
  type LiveSession,
  listOpenSessions,
  readSession,
  type Visitor,
} from './sessions/sessions';
import { type Confirmation, confirmSignIn } from './sessions/sessions-confirm';
import { type Credentials, type SignIn, signIn } from './sign-in/sign-in';
import { type SignUp, signUp } from './sign-in/sign-up';
import {
  acceptInvitation,
  changeMemberRole,
  inviteMember,
  leaveTeam,
  listTeamAccounts,
  readInvitation,
  readTeam,
  removeMember,
  setMemberFloor,
  switchAccount,
  withdrawInvitation,
} from './team/team';
import { disableTwoFactor, finishTwoFactorSetup, readTwoFactorSetup, startTwoFactorSetup } from './two-factor/two-factor-setup';
import { type CodeStep, verifySignIn } from './two-factor/two-factor-sign-in';
import { describeMember, describeSession, findMailReader, getProfile, getUser } from './user-views';
import { listAdminIds } from './users.queries';

const createTeam = (deps: AccountDeps) => ({
  read: (accountId: UserId) => readTeam(deps, accountId),
  invite: (principal: Principal, email: string, role: InvitedRole) => inviteMember(deps, principal, email, role),
  withdraw: (principal: Principal, id: InvitationId) => withdrawInvitation(deps, principal, id),
  changeRole: (principal: Principal, memberId: UserId, role: InvitedRole) => changeMemberRole(deps, principal, memberId, role),
  setFloor: (principal: Principal, percent: number) => setMemberFloor(deps, principal, percent),
  remove: (principal: Principal, memberId: UserId) => removeMember(deps, principal, memberId),
  readInvitation: (token: string) => readInvitation(deps, token),
  accept: (principal: Principal, token: string) => acceptInvitation(deps, principal, token),
  accounts: (principal: Principal) => listTeamAccounts(deps, principal),
  switch: (principal: Principal, accountId: UserId) => switchAccount(deps, principal, accountId),
  leave: (principal: Principal, accountId: UserId) => leaveTeam(deps, principal, accountId),
});

export const createAccountService = (deps: AccountDeps) => ({
  signUp: (input: SignUp, visitor?: Visitor) => signUp(deps, input, visitor),
  signIn: (input: SignIn, visitor: Visitor) => signIn(deps, input, visitor),
  verifySignIn: (step: CodeStep, visitor: Visitor) => verifySignIn(deps, step, visitor),
  requestWhitelistLink: (credentials: Credentials, visitor: Visitor) => requestWhitelistLink(deps, credentials, visitor),
  openWhitelistLink: (token: string, visitor: Visitor) => openWhitelistLink(deps, token, visitor),

  readSession: (token: string, from: Origin) => readSession(deps, token, from),
  keepLanguage: (session: LiveSession, shown: string | string[] | undefined) => keepLanguage(deps, session, shown),
  signOut: (token: string) => closeSession(deps, deps.db.query, token),
  listSessions: (principal: Principal) => listOpenSessions(deps, principal),
  endSession: (principal: Principal, sessionId: SessionId) => endOwnSession(deps, principal, sessionId),
  endOtherSessions: (principal: Principal) => endOwnOtherSessions(deps, principal),
  endSessionsOfUser: (principal: Principal, userId: UserId) => endSessionsOfUser(deps, principal, userId),
  confirmSignIn: (principal: Principal, given: Confirmation) => confirmSignIn(deps, principal, given),

  describeSession: (principal: Principal | undefined) => describeSession(deps, principal),
  describeMember: (principal: Principal | undefined) => describeMember(deps, principal),
  getUser: (principal: Principal, userId: UserId) => getUser(deps, principal, userId),
  getProfile: (principal: Principal, userId: UserId) => getProfile(deps, principal, userId),
  findMailReader: (tx: Queryable, userId: UserId) => findMailReader(tx, userId),
  listAdminIds: (tx: Queryable) => listAdminIds(tx),
  changePassword: (principal: Principal, change: PasswordChange) => changePassword(deps, principal, change),
  readSecuritySettings: (principal: Principal, userId: UserId) => readSecuritySettings(deps, principal, userId),
  changeSecuritySettings: (principal: Principal, userId: UserId, changes: SecurityChanges) =>
    changeSecuritySettings(deps, principal, userId, changes),
  /** Follow-up of recorded changes. */
  readNotice: (token: string) => readNotice(deps, token),
  cancelByNotice: (token: string, from: Origin) => cancelByNotice(deps, token, from),
  /** Called at the start: what these modules undo when an owner reports a change that was not theirs. */
  takeBackToo: (...others: readonly TakeBack[]) => void deps.takeBacks.push(...others),
  secureAccount: (token: string, from: Origin) => secureAccount(deps, token, from),
  /** How many hours a change of a receiving address waits; throws while addresses are frozen. */
  requireAddressLock: (tx: Tx, userId: UserId) => requireAddressLock(deps, tx, userId),
  unfreeze: (principal: Principal) => unfreeze(deps, principal),
  mailChanges: (tx: Tx, events: readonly StoredEvent[]) => mailChanges(deps, tx, events),

  sendVerification: (principal: Principal) => sendVerification(deps, principal),
  updateEmail: (principal: Principal, newEmail: string) => updateEmail(deps, principal, newEmail),
  verifyEmail: (token: string, from: Origin) => verifyEmail(deps, token, from),
  readVerificationLink: (token: string, callerId: UserId | undefined) => readVerificationLink(deps, token, callerId),
  refuseVerification: (token: string) => refuseVerification(deps, token),
  requestPasswordReset: (email: string) => requestPasswordReset(deps, email),
  resetPassword: (token: string, password: string, visitor: Visitor) => resetPassword(deps, token, password, visitor),

  listPasskeys: (principal: Principal) => listOwnPasskeys(deps, principal),
  startPasskey: (principal: Principal) => startPasskey(deps, principal),
  addPasskey: (principal: Principal, made: NewPasskey) => addPasskey(deps, principal, made),
  removePasskey: (principal: Principal, id: PasskeyId) => removePasskey(deps, principal, id),
  startPasskeyUse: () => startPasskeyUse(deps),
  signInWithPasskey: (input: PasskeySignIn, visitor: Visitor) => signInWithPasskey(deps, input, visitor),
  confirmWithPasskey: (principal: Principal, answer: PasskeyAnswer) => confirmWithPasskey(deps, principal, answer),

  team: createTeam(deps),

  startTwoFactorSetup: (principal: Principal) => startTwoFactorSetup(deps, principal),
  readTwoFactorSetup: (principal: Principal) => readTwoFactorSetup(deps, principal),
  finishTwoFactorSetup: (principal: Principal, code: string) => finishTwoFactorSetup(deps, principal, code),
  disableTwoFactor: (principal: Principal) => disableTwoFactor(deps, principal),
});
export type AccountService = ReturnType<typeof createAccountService>;
