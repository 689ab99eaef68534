import { AsyncLocalStorage } from 'node:async_hooks';
import { DAY_MS } from '@stablegate/rules';

/** Operators are warned at this share, while there is time to act. */
export const BUDGET_WARNING_SHARE = 0.8;
/** What people may make us ask stops at this share, so that payments are credited to the end of the day. */
const LOOK_UP_SHARE = 0.2;

const lookUps = new AsyncLocalStorage<true>();
/** The requests of `work` are somebody's look-up: a payer's claim or wallet, a merchant's address or refund. */
export const asLookUp = <T>(work: () => T): T => lookUps.run(true, work);

/** How many requests, and how many of them for look-ups. */
export type Count = { readonly requests: number; readonly lookUps: number };
export type DayCount = Count & { readonly day: string };

export type UsageMeter = {
  readonly budget: number | undefined;
  spend(count: number, now: number): void;
  /** Requests of this UTC day by all processes, as far as known. */
  spent(now: number): number;
  isExhausted(now: number): boolean;
  /** This is a look-up, and their share is used up. */
  refusesLookUp(now: number): boolean;
  /** Used share of the budget divided by the elapsed share of the day: above 1 it will not last. 0 without a budget. */
  pressure(now: number): number;
  /** Requests not yet handed over, per day; marks them as handed over. */
  takePending(): DayCount[];
  /** Handing over failed: they are pending again. */
  giveBack(count: DayCount): void;
  /** The day's total of all processes, including what was handed over. */
  learn(total: DayCount): void;
};

export const utcDay = (now: number): string => new Date(now).toISOString().slice(0, 10);

const NOTHING: Count = { requests: 0, lookUps: 0 };
const sum = (a: Count, b: Count): Count => ({ requests: a.requests + b.requests, lookUps: a.lookUps + b.lookUps });
const without = (a: Count, b: Count): Count => ({
  requests: Math.max(0, a.requests - b.requests),
  lookUps: Math.max(0, a.lookUps - b.lookUps),
});

/** Counts the requests to one node per UTC day, as plans do. */
export function createUsageMeter(budget?: number): UsageMeter {
  const pending = new Map<string, Count>();
  let known: DayCount = { day: '', ...NOTHING };
  const knownOf = (day: string): Count => (known.day === day ? known : NOTHING);
  const add = (day: string, count: Count) => pending.set(day, sum(pending.get(day) ?? NOTHING, count));
  const spentOn = (day: string): Count => sum(knownOf(day), pending.get(day) ?? NOTHING);
  const spent = (now: number): number => spentOn(utcDay(now)).requests;
  return {
    budget,
    spend: (count, now) => add(utcDay(now), { requests: count, lookUps: lookUps.getStore() === true ? count : 0 }),
    spent,
    isExhausted: (now) => budget !== undefined && spent(now) >= budget,
    refusesLookUp: (now) => budget !== undefined && lookUps.getStore() === true && spentOn(utcDay(now)).lookUps >= budget * LOOK_UP_SHARE,
    pressure: (now) => {
      if (budget === undefined) return 0;
      const elapsed = (now % DAY_MS) / DAY_MS;
      return spent(now) / budget / Math.max(elapsed, 0.01);
    },
    takePending: () => {
      const taken = [...pending].map(([day, count]) => ({ day, ...count }));
      pending.clear();
      for (const { day, ...count } of taken) known = { day, ...sum(knownOf(day), count) };
      return taken;
    },
    giveBack: ({ day, ...count }) => {
      add(day, count);
      if (known.day === day) known = { day, ...without(known, count) };
    },
    learn: (total) => {
      if (total.day >= known.day) known = total;
    },
  };
}
