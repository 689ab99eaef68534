import { AppError } from '../../../platform/app-error';
import type { SessionId, UserId } from '../../../platform/id-types';
import { addressBlock } from '../../../platform/net/address-block';
import { sha256 } from '../../../platform/secrets/crypto';
import type { AccountDeps } from '../accounts.deps';
import {
  CHECK_IN_SESSION,
  CODE_FROM_STRANGERS,
  CODE_IN_KNOWN_BROWSER,
  PASSWORD_FROM_ADDRESS,
  PASSWORD_FROM_STRANGERS,
  PASSWORD_IN_KNOWN_BROWSER,
  type ThrottleRule,
} from './login-throttle.domain';
import { countTry, findTries, forgetTries, uncountTry } from './login-throttle.queries';

/** `onSuccess`: counters only the owner can raise are reset; those strangers raise too are decremented. */
type Counter = { readonly rule: ThrottleRule; readonly of: readonly string[]; readonly onSuccess: 'forget' | 'uncount' };

const keyOf = (counter: Counter): Buffer => sha256(JSON.stringify([counter.rule.name, ...counter.of]));

export const passwordCounters = (account: string, ip: string, knownBrowser: string | undefined): Counter[] =>
  knownBrowser === undefined
    ? [
        { rule: PASSWORD_FROM_ADDRESS, of: [account, addressBlock(ip)], onSuccess: 'forget' },
        { rule: PASSWORD_FROM_STRANGERS, of: [account], onSuccess: 'uncount' },
      ]
    : [{ rule: PASSWORD_IN_KNOWN_BROWSER, of: [account, knownBrowser], onSuccess: 'forget' }];

export const codeCounters = (userId: UserId, knownBrowser: string | undefined): Counter[] =>
  knownBrowser === undefined
    ? [{ rule: CODE_FROM_STRANGERS, of: [userId], onSuccess: 'forget' }]
    : [{ rule: CODE_IN_KNOWN_BROWSER, of: [userId, knownBrowser], onSuccess: 'forget' }];

/** Separate, so that a right password does not reset wrong codes. */
export const sessionCounters = (sessionId: SessionId, asked: 'password' | 'code'): Counter[] => [
  { rule: CHECK_IN_SESSION, of: [sessionId, asked], onSuccess: 'forget' },
];

/** An attempt under way: what was counted before the check, and what is counted only if it fails. */
type Counted = { readonly counter: Counter; readonly before: boolean; readonly seen: boolean };

function refuse(until: Date, now: Date): never {
  throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)) });
}

async function admit(deps: AccountDeps, counter: Counter, now: Date): Promise<Counted> {
  const { rule } = counter;
  const tries = await findTries(deps.db.query, keyOf(counter), now);
  if (tries !== undefined && tries.blockedUntil > now) refuse(tries.blockedUntil, now);
  const before = rule.strict || (tries !== undefined && tries.failures + 1 >= rule.freeTries);
  if (before && !(await countTry(deps.db.query, keyOf(counter), rule, now, true))) {
    refuse((await findTries(deps.db.query, keyOf(counter), now))?.blockedUntil ?? now, now);
  }
  return { counter, before, seen: tries !== undefined };
}

async function takeBack(deps: AccountDeps, counted: readonly Counted[]): Promise<void> {
  for (const { counter, before } of counted) if (before) await uncountTry(deps.db.query, keyOf(counter));
}

async function admitAll(deps: AccountDeps, counters: readonly Counter[], now: Date): Promise<Counted[]> {
  const counted: Counted[] = [];
  try {
    for (const counter of counters) counted.push(await admit(deps, counter, now));
    return counted;
  } catch (error) {
    await takeBack(deps, counted);
    throw error;
  }
}

async function settle(deps: AccountDeps, { counter, before, seen }: Counted, right: boolean, now: Date): Promise<void> {
  const key = keyOf(counter);
  if (!right) {
    if (!before) await countTry(deps.db.query, key, counter.rule, now, false);
  } else if (counter.onSuccess === 'forget') {
    if (before || seen) await forgetTries(deps.db.query, key);
  } else if (before) {
    await uncountTry(deps.db.query, key);
  }
}

/** Checks an attempt if no wait is running, and counts it if `check` fails (returns undefined or false). */
export async function tryOnce<T>(deps: AccountDeps, counters: readonly Counter[], check: () => Promise<T>): Promise<T> {
  const now = deps.clocks.real.now();
  const counted = await admitAll(deps, counters, now);
  let result: T;
  try {
    result = await check();
  } catch (error) {
    await takeBack(deps, counted); // undecided
    throw error;
  }
  const right = result !== undefined && result !== false;
  for (const each of counted) await settle(deps, each, right, now);
  return result;
}
