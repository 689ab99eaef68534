/**
 * Wrong passwords and codes slow down the next attempt: the first ones are free, then the wait doubles from one second up to a limit. There
 * is no permanent lock, and a browser in which the account has signed in before is counted separately: whatever strangers try elsewhere,
 * the owner's own browser stays open (ASVS 6.3.1, OWASP's "device cookies").
 */
export type ThrottleRule = {
  readonly name: string;
  /** After this many wrong attempts the first wait begins. */
  readonly freeTries: number;
  readonly waitSecondsMax: number;
  /**
   * Strict: every attempt counts before it is checked, so that concurrent ones gain nothing over sequential ones. Not strict: only once the
   * waits begin, so that many concurrent correct sign-ins of one account pass. Until then, once, as many extra guesses pass as the hash
   * queue holds (32).
   */
  readonly strict: boolean;
};

/** A counter is reset after this long without a wrong attempt. */
export const FORGET_MS = 24 * 3_600_000;

const MINUTE = 60;
/** The owner's own mistakes; only this browser is slowed down. */
export const PASSWORD_IN_KNOWN_BROWSER: ThrottleRule = {
  name: 'password:browser',
  freeTries: 10,
  waitSecondsMax: 5 * MINUTE,
  strict: false,
};
/** One address against one account. The strictest, so that a single attacker does not slow down the whole account. */
export const PASSWORD_FROM_ADDRESS: ThrottleRule = { name: 'password:address', freeTries: 10, waitSecondsMax: 15 * MINUTE, strict: false };
/** All strangers together against one account: about 50 and then 288 guesses a day, from any number of addresses. */
export const PASSWORD_FROM_STRANGERS: ThrottleRule = { name: 'password:account', freeTries: 50, waitSecondsMax: 5 * MINUTE, strict: false };
/** Three of a million codes are valid at a time: 5 and then 96 guesses a day take about nine years on average. */
export const CODE_IN_KNOWN_BROWSER: ThrottleRule = { name: 'code:browser', freeTries: 5, waitSecondsMax: 15 * MINUTE, strict: true };
export const CODE_FROM_STRANGERS: ThrottleRule = { name: 'code:account', freeTries: 5, waitSecondsMax: 15 * MINUTE, strict: true };
/** Password or code entered again within a session: an unattended one must not allow guessing. */
export const CHECK_IN_SESSION: ThrottleRule = { name: 'check:session', freeTries: 5, waitSecondsMax: 15 * MINUTE, strict: true };

/** Seconds to wait after the 1st, 2nd, 3rd … wrong attempt; the last value applies from then on. */
export function waitsInSeconds(rule: ThrottleRule): number[] {
  const waits: number[] = Array(rule.freeTries - 1).fill(0);
  for (let seconds = 1; seconds < rule.waitSecondsMax; seconds *= 2) waits.push(seconds);
  return [...waits, rule.waitSecondsMax];
}
