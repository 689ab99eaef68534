import type { InvitedRole } from '@stablegate/contract';
import type { RecordedChange } from '../../../platform/audit';
import type { Queryable } from '../../../platform/db/db';
import type { MailQueue } from '../../../platform/mail/mail-queue';
import { changeMail, factsOf } from './change-mail';
import { newDeviceMail, passwordResetMail, signInCodeMail, teamInvitationMail, verifyEmailMail, whitelistLinkMail } from './mail-templates';

/** Recipient and language of an account's mail. */
type MailReader = { readonly username: string; readonly email: string; readonly language: string };

/**
 * The mails of an account. Each is queued in the caller's transaction, so it goes out exactly when the change commits, and the worker sends
 * it. Queued tokens and codes are sealed.
 */
export type AccountMails = {
  sendVerification(tx: Queryable, mail: { user: MailReader; email: string; token: string; expiresAt: Date }): Promise<void>;
  sendPasswordReset(tx: Queryable, mail: { user: MailReader; token: string; expiresAt: Date }): Promise<void>;
  sendSignInCode(tx: Queryable, mail: { user: MailReader; code: string; expiresAt?: Date }): Promise<void>;
  sendNewDevice(tx: Queryable, mail: { user: MailReader; ip: string; device: string; at: Date }): Promise<void>;
  /** Links to /login?unlock=token. */
  sendWhitelistLink(tx: Queryable, mail: { user: MailReader; token: string; expiresAt?: Date }): Promise<void>;
  sendChange(tx: Queryable, mail: { user: MailReader; change: RecordedChange; token: string }): Promise<void>;
  /** In the owner's language: the reader's is not known. Links to /team/invitation?token. */
  sendTeamInvitation(
    tx: Queryable,
    mail: { owner: MailReader; email: string; role: InvitedRole; token: string; expiresAt: Date },
  ): Promise<void>;
};

export function createAccountMails(mails: MailQueue): AccountMails {
  const verification = mails.define('verify-email', verifyEmailMail);
  const passwordReset = mails.define('reset-password', passwordResetMail);
  const signInCode = mails.define('sign-in-code', signInCodeMail);
  const newDevice = mails.define('new-device', newDeviceMail);
  const whitelistLink = mails.define('whitelist-link', whitelistLinkMail);
  const change = mails.define('account-change', changeMail);
  const teamInvitation = mails.define('team-invitation', teamInvitationMail);
  const reader = (user: MailReader) => ({ to: user.email, language: user.language });

  return {
    sendVerification: (tx, { user, email, token, expiresAt }) =>
      verification(tx, { to: email, language: user.language, expiresAt, values: { username: user.username, email, token } }),
    sendPasswordReset: (tx, { user, token, expiresAt }) =>
      passwordReset(tx, { ...reader(user), expiresAt, values: { username: user.username, email: user.email, token } }),
    sendSignInCode: (tx, { user, code, expiresAt }) =>
      signInCode(tx, { ...reader(user), expiresAt, values: { username: user.username, email: user.email, code } }),
    sendNewDevice: (tx, { user, ip, device, at }) =>
      newDevice(tx, { ...reader(user), values: { username: user.username, email: user.email, ip, device, at: at.toISOString() } }),
    sendWhitelistLink: (tx, { user, token, expiresAt }) =>
      whitelistLink(tx, { ...reader(user), expiresAt, values: { username: user.username, email: user.email, token } }),
    sendChange: (tx, { user, token, change: { action, ip, device, at, detail, before, after } }) =>
      change(tx, {
        ...reader(user),
        values: {
          username: user.username,
          email: user.email,
          action,
          token,
          ip,
          device,
          at: at.toISOString(),
          facts: JSON.stringify(factsOf(detail, before, after)),
        },
      }),
    sendTeamInvitation: (tx, { owner, email, role, token, expiresAt }) =>
      teamInvitation(tx, { to: email, language: owner.language, expiresAt, values: { username: owner.username, email, role, token } }),
  };
}
