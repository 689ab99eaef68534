import { DAY_MS } from '@stablegate/rules';

/** Operators are warned at this share, while there is time to act. */
export const BUDGET_WARNING_SHARE = 0.8;

export type UsageMeter = {
  readonly budget: number | undefined;
  spend(count: number, now: number): void;
  /** Requests of this UTC day by all processes, as far as known. */
  spent(now: number): number;
  isExhausted(now: number): boolean;
  /** Used share of the budget divided by the elapsed share of the day: above 1 it will not last. 0 without a budget. */
  pressure(now: number): number;
  /** Requests not yet handed over, per day; marks them as handed over. */
  takePending(): { readonly day: string; readonly requests: number }[];
  /** Handing over failed: they are pending again. */
  giveBack(day: string, requests: number): void;
  /** The day's total of all processes, including what was handed over. */
  learn(day: string, total: number): void;
};

export const utcDay = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Counts the requests to one node per UTC day, as plans do. */
export function createUsageMeter(budget?: number): UsageMeter {
  const pending = new Map<string, number>();
  let known = { day: '', total: 0 };
  const add = (day: string, count: number) => pending.set(day, (pending.get(day) ?? 0) + count);
  const spent = (now: number): number => {
    const day = utcDay(now);
    return (known.day === day ? known.total : 0) + (pending.get(day) ?? 0);
  };
  return {
    budget,
    spend: (count, now) => add(utcDay(now), count),
    spent,
    isExhausted: (now) => budget !== undefined && spent(now) >= budget,
    pressure: (now) => {
      if (budget === undefined) return 0;
      const elapsed = (now % DAY_MS) / DAY_MS;
      return spent(now) / budget / Math.max(elapsed, 0.01);
    },
    takePending: () => {
      const taken = [...pending].map(([day, requests]) => ({ day, requests }));
      pending.clear();
      for (const { day, requests } of taken) known = { day, total: (known.day === day ? known.total : 0) + requests };
      return taken;
    },
    giveBack: (day, requests) => {
      add(day, requests);
      if (known.day === day) known = { day, total: Math.max(0, known.total - requests) };
    },
    learn: (day, total) => {
      if (day >= known.day) known = { day, total };
    },
  };
}
