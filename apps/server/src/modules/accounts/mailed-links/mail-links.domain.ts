import { RESEND_SECONDS } from '@stablegate/contract';
import { MINUTE_MS } from '@stablegate/rules';
import type { UserId } from '../../../platform/id-types';

export type LinkPurpose = 'verify-email' | 'reset-password' | 'account-change';
export const LINK_LIFE_MS: Readonly<Record<LinkPurpose, number>> = {
  'verify-email': 24 * 60 * MINUTE_MS,
  'reset-password': 30 * MINUTE_MS,
  /** Mails about changes are read late: after a holiday, the owner must still be able to stop a thief. A week. */
  'account-change': 168 * 60 * MINUTE_MS,
};

/** Maximum reset mails per hour and account. Beyond it the newest link still works, so a prank locks no one out. */
export const RESET_MAILS_MAX = 5;
export const RESET_MAILS_WINDOW_MS = 60 * MINUTE_MS;

export type MailedLink = {
  readonly userId: UserId;
  /** The recipient address, which opening the link verifies. */
  readonly email: string;
  readonly expiresAt: Date;
  readonly replacedAt: Date | null;
  readonly usedAt: Date | null;
  /** The change that the mail is about. */
  readonly auditId: string | null;
};

/** Only the newest link of its kind works, within its time. */
export const isOpen = (link: MailedLink, now: Date): boolean => link.usedAt === null && link.replacedAt === null && now < link.expiresAt;

/** Time until the next mail of this kind is allowed; 0 if it is. Real time, not scaled by any setting. */
export function secondsUntilNextMail(lastSentAt: Date | undefined, now: Date): number {
  if (lastSentAt === undefined) return 0;
  return Math.max(0, Math.ceil((lastSentAt.getTime() + RESEND_SECONDS * 1000 - now.getTime()) / 1000));
}
