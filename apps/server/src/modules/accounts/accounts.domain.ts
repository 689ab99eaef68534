import { passwordRefusal } from '@stablegate/contract';
import { DAY_MS, HOUR_MS } from '@stablegate/rules';

/** Counted from the last use; 90 days after the sign-in it ends in any case. */
export const REMEMBERED_IDLE_MS = 30 * DAY_MS;
const SESSION_IDLE_MS = 12 * HOUR_MS;
export const SESSION_ABSOLUTE_MS = 90 * DAY_MS;
/** Not right after a sign-in, when the cookie is new anyway and its token may be changing. */
export const RENEW_COOKIE_AFTER_MS = DAY_MS;
/** Between the right password and the code. */
export const PENDING_LOGIN_MS = 5 * 60_000;
export const PENDING_TRIES_MAX = 10;
/** The maximum browsers allow. */
export const DEVICE_COOKIE_MS = 400 * DAY_MS;
export const WHITELIST_LINK_MS = 30 * 60_000;
/** As long as a verification link is valid. Afterwards an unverified address no longer blocks its real owner. */
export const UNVERIFIED_EMAIL_MS = DAY_MS;
/** An unfinished set-up of an authenticator app. */
export const SETUP_MS = HOUR_MS;
/** Writing "last seen" on every call would make each read a write; a minute is exact enough for a list of sessions. */
export const TOUCH_AFTER_MS = 60_000;

export type SessionTimes = { readonly remember: boolean; readonly createdAt: Date; readonly lastSeenAt: Date };

export function isSessionOver(session: SessionTimes, now: Date): boolean {
  const idle = now.getTime() - session.lastSeenAt.getTime();
  const age = now.getTime() - session.createdAt.getTime();
  return age >= SESSION_ABSOLUTE_MS || idle >= (session.remember ? REMEMBERED_IDLE_MS : SESSION_IDLE_MS);
}

/** Sessions last used before these times are over. */
export const sessionLimits = (now: Date) => ({
  idleSince: new Date(now.getTime() - SESSION_IDLE_MS),
  rememberedIdleSince: new Date(now.getTime() - REMEMBERED_IDLE_MS),
  createdBefore: new Date(now.getTime() - SESSION_ABSOLUTE_MS),
});

export type PasswordFault = 'short_password' | 'weak_password' | 'common_password';

export function passwordFault(password: string, isCommon: (password: string) => boolean): PasswordFault | undefined {
  return passwordRefusal(password) ?? (isCommon(password) ? 'common_password' : undefined);
}

/** Usernames and addresses are compared case-insensitively, in every script. */
export const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase();

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** "Chrome on Linux", for the list of sessions. */
export function describeDevice(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return 'Unknown device';
  const find = (table: readonly [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser === undefined && system === undefined) return userAgent.slice(0, 60);
  return [browser ?? 'Browser', system].filter((part) => part !== undefined).join(' on ');
}
