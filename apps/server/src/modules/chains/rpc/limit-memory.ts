/** Answers in a row before more is tried again. */
const GROW_AFTER = 25;
/** What was served in this period and the one before counts as served lately. */
const LATELY_MS = 300_000;

export type LimitMemory = {
  /** As much as should be asked for now. */
  limit(): number;
  /** This much was asked for and answered. */
  served(size: number): void;
  /** This much was refused. */
  tooMuch(tried: number): void;
  /** An answer without a refusal, of whatever size. */
  good(): void;
};

/** The most that was served in the last five to ten minutes. */
function createServed(now: () => number) {
  let [latest, before] = [0, 0];
  let since = now();
  const turn = (): void => {
    const periods = Math.floor((now() - since) / LATELY_MS);
    if (periods <= 0) return;
    [latest, before] = [0, periods === 1 ? latest : 0];
    since += periods * LATELY_MS;
  };
  return {
    most: (): number => {
      turn();
      return Math.max(latest, before);
    },
    add: (size: number): void => {
      turn();
      latest = Math.max(latest, size);
    },
  };
}

/**
 * How much a node can be asked for at once: blocks, recipients, calls. Learned from its refusals, whatever their text says, and tried
 * upwards again. A refusal of what the node served lately is no limit: the machine that answered may be another one, the blocks fuller,
 * the node busy. It is asked the same once more; a second one in a row is answered with less for the moment, and nothing is learned.
 */
export function createLimitMemory(most: number, start = most, now: () => number = () => performance.now()): LimitMemory {
  const servedLately = createServed(now);
  let limit = Math.min(start, most);
  /** The most that was not refused. */
  let ceiling = most;
  let momentary: number | undefined;
  let doubts = 0;
  let goodAnswers = 0;
  return {
    limit: () => momentary ?? limit,
    served: (size) => {
      servedLately.add(size);
      if (size > ceiling) ceiling = most;
    },
    tooMuch: (tried) => {
      goodAnswers = 0;
      const known = servedLately.most();
      const less = Math.max(1, Math.floor(Math.min(tried, momentary ?? limit) / 2));
      if (tried <= known) {
        doubts += 1;
        if (doubts > 1) momentary = less;
        return;
      }
      ceiling = Math.max(1, tried - 1);
      limit = Math.max(known, less);
      momentary = undefined;
    },
    good: () => {
      doubts = 0;
      if (momentary !== undefined) momentary = momentary * 2 < limit ? momentary * 2 : undefined;
      goodAnswers += 1;
      if (goodAnswers < GROW_AFTER) return;
      goodAnswers = 0;
      // Half way to what was refused, then each time one try beyond: busy blocks pass, plans change.
      const next = limit < ceiling ? Math.min(limit * 2, Math.ceil((limit + ceiling) / 2)) : limit + Math.ceil(limit / 8);
      limit = Math.min(most, next);
    },
  };
}
