import { createLimitMemory } from './limit-memory';
import { createRateWindow } from './rate-window';

/** Plans count by the second; this is longer because of two requests the later one may take the shorter way. */
const WINDOW_MS = 1_050;
const ALL = '';

export type CallRate = {
  /** How many calls to send together: never more than in one second, because plans count each call of a batch. */
  most(): number;
  take(count: number): Promise<void>;
  /** A request was answered except for this many calls, which were refused as too many. */
  answered(refused: number): void;
};

/** Calls per second as configured; fewer after refusals, because the plan may be smaller or shared, and then gradually more again. */
export function createCallRate(perSecond: number): CallRate {
  const most = Math.max(1, Math.floor(perSecond));
  const learned = createLimitMemory(most);
  const window = createRateWindow(learned.limit, (most / perSecond) * WINDOW_MS);
  return {
    most: () => window.room(ALL),
    take: (count) => window.take(ALL, count),
    answered: (refused) => {
      const recent = window.recent(ALL);
      if (recent > refused) learned.served(recent - refused);
      if (refused > 0) learned.tooMuch(recent);
      else learned.good();
    },
  };
}
