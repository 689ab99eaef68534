import { isIPv6 } from 'node:net';
import { AppError } from '../../platform/app-error';
import { sha256 } from '../../platform/crypto';
import type { AccountDeps } from './accounts.service';
import {
  CHECK_IN_SESSION,
  CODE_FROM_STRANGERS,
  CODE_IN_KNOWN_BROWSER,
  PASSWORD_FROM_ADDRESS,
  PASSWORD_FROM_STRANGERS,
  PASSWORD_IN_KNOWN_BROWSER,
  type ThrottleRule,
} from './login-throttle.domain';
import { blockedUntil, countTry, forgetTries, uncountTry } from './login-throttle.queries';

/** `onSuccess`: what only the right person can have raised is forgotten; what strangers raise too goes back by one. */
type Counter = { readonly rule: ThrottleRule; readonly of: readonly string[]; readonly onSuccess: 'forget' | 'uncount' };

const keyOf = (counter: Counter): Buffer => sha256(JSON.stringify([counter.rule.name, ...counter.of]));

/** A household or a server rents a whole /64 of IPv6: single addresses in it are nobody's limit. */
export function addressBlock(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter((group) => group !== '').length;
  return `${[...groups, ...Array<string>(missing).fill('0'), ...(tail?.split(':') ?? [])].slice(0, 4).join(':')}::/64`;
}

export const passwordCounters = (account: string, ip: string, knownBrowser: string | undefined): Counter[] =>
  knownBrowser === undefined
    ? [
        { rule: PASSWORD_FROM_ADDRESS, of: [account, addressBlock(ip)], onSuccess: 'forget' },
        { rule: PASSWORD_FROM_STRANGERS, of: [account], onSuccess: 'uncount' },
      ]
    : [{ rule: PASSWORD_IN_KNOWN_BROWSER, of: [account, knownBrowser], onSuccess: 'forget' }];

export const codeCounters = (userId: string, knownBrowser: string | undefined): Counter[] =>
  knownBrowser === undefined
    ? [{ rule: CODE_FROM_STRANGERS, of: [userId], onSuccess: 'forget' }]
    : [{ rule: CODE_IN_KNOWN_BROWSER, of: [userId, knownBrowser], onSuccess: 'forget' }];

export const sessionCounters = (sessionId: string): Counter[] => [{ rule: CHECK_IN_SESSION, of: [sessionId], onSuccess: 'forget' }];

async function begin(deps: AccountDeps, counters: readonly Counter[], now: Date): Promise<void> {
  for (const [index, counter] of counters.entries()) {
    const key = keyOf(counter);
    if (await countTry(deps.db.query, key, counter.rule, now)) continue;
    for (const earlier of counters.slice(0, index)) await uncountTry(deps.db.query, keyOf(earlier), now);
    const until = (await blockedUntil(deps.db.query, key)) ?? now;
    throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)) });
  }
}

/** Counts a try, checks it, and takes the count back unless `check` found it wrong (answered undefined or false). */
export async function tryOnce<T>(deps: AccountDeps, counters: readonly Counter[], check: () => Promise<T>): Promise<T> {
  const now = deps.clocks.real.now();
  await begin(deps, counters, now);
  let result: T;
  try {
    result = await check();
  } catch (error) {
    for (const counter of counters) await uncountTry(deps.db.query, keyOf(counter), now); // nothing was decided
    throw error;
  }
  if (result === undefined || result === false) return result;
  for (const counter of counters) {
    if (counter.onSuccess === 'forget') await forgetTries(deps.db.query, keyOf(counter));
    else await uncountTry(deps.db.query, keyOf(counter), now);
  }
  return result;
}
