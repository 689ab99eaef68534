const DAY_MS = 86_400_000;
/** Operators hear of it while there is time to act. */
export const BUDGET_WARNING_SHARE = 0.8;

export type UsageMeter = {
  readonly budget: number | undefined;
  spend(count: number, now: number): void;
  /** Requests of this UTC day, by all processes as far as is known. */
  spent(now: number): number;
  isExhausted(now: number): boolean;
  /** Share of the budget that is used, against the share of the day that is over: above 1 it will not last. 0 without a budget. */
  pressure(now: number): number;
  /** What was not handed over yet, day by day; it counts as handed over from now on. */
  takePending(): { readonly day: string; readonly requests: number }[];
  /** Handing over failed: it is pending again. */
  giveBack(day: string, requests: number): void;
  /** All processes' total of a day, with what was handed over. */
  learn(day: string, total: number): void;
};

export const utcDay = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Counts what one node is asked. Plans count by the day of UTC, and so does this. */
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
