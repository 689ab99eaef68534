/**
 * Wrong passwords and codes slow down the next try: the first ones are free, then the wait doubles from one second up to a
 * limit. Nobody is ever locked for good, and a browser in which the account has signed in before counts by itself: whatever
 * strangers try elsewhere, the owner's own browser stays open (ASVS 6.3.1, OWASP's "device cookies").
 */
export type ThrottleRule = {
  readonly name: string;
  /** After this many wrong ones the first wait begins. */
  readonly freeTries: number;
  readonly waitSecondsMax: number;
  /**
   * Strict: every try counts before it is checked, so that of a thousand parallel ones no more pass than of a thousand in a row.
   * Not strict: only once the waits begin, so that many sign-ins of one account at the same moment, all right, pass. Until then
   * as many more guesses slip through as the hash queue holds (32), once.
   */
  readonly strict: boolean;
};

/** Without a wrong try for this long a counter starts anew. */
export const FORGET_MS = 24 * 3_600_000;

const MINUTE = 60;
/** The owner's forgetful moments; only this browser pays for them. */
export const PASSWORD_IN_KNOWN_BROWSER: ThrottleRule = {
  name: 'password:browser',
  freeTries: 10,
  waitSecondsMax: 5 * MINUTE,
  strict: false,
};
/** One address against one account. It bites first, so that a single attacker does not slow down the whole account. */
export const PASSWORD_FROM_ADDRESS: ThrottleRule = { name: 'password:address', freeTries: 10, waitSecondsMax: 15 * MINUTE, strict: false };
/** All strangers together against one account: some 50 and then 288 guesses a day, from however many addresses. */
export const PASSWORD_FROM_STRANGERS: ThrottleRule = { name: 'password:account', freeTries: 50, waitSecondsMax: 5 * MINUTE, strict: false };
/** Three of a million codes are right at a time: 5 and then 96 guesses a day take about nine years on average. */
export const CODE_IN_KNOWN_BROWSER: ThrottleRule = { name: 'code:browser', freeTries: 5, waitSecondsMax: 15 * MINUTE, strict: true };
export const CODE_FROM_STRANGERS: ThrottleRule = { name: 'code:account', freeTries: 5, waitSecondsMax: 15 * MINUTE, strict: true };
/** Password or code asked again within a session: somebody who found it open must not guess there. */
export const CHECK_IN_SESSION: ThrottleRule = { name: 'check:session', freeTries: 5, waitSecondsMax: 15 * MINUTE, strict: true };

/** Seconds to wait after the 1st, 2nd, 3rd … wrong try; the last one holds for all that follow. */
export function waitsInSeconds(rule: ThrottleRule): number[] {
  const waits: number[] = Array(rule.freeTries - 1).fill(0);
  for (let seconds = 1; seconds < rule.waitSecondsMax; seconds *= 2) waits.push(seconds);
  return [...waits, rule.waitSecondsMax];
}
