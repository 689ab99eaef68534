/** Longer than that nobody has to wait for an answer. */
const WAIT_MS_MAX = 25_000;

export type News = {
  /** Something other than an empty block happened. */
  readonly tell: () => void;
  /** The number of events so far, as soon as it is above `after`; at the latest after 25 s. */
  readonly wait: (after: number) => Promise<number>;
  readonly stop: () => void;
};

/** Long polling: a watcher that hears of every event needs to look rarely. Events are counted, so that none is lost between two calls. */
export function createNews(): News {
  let count = 0;
  const waiting = new Set<() => void>();
  const release = (): void => {
    for (const answer of waiting) answer();
  };
  return {
    tell: () => {
      count += 1;
      release();
    },
    wait: (after) =>
      count > after
        ? Promise.resolve(count)
        : new Promise((resolve) => {
            const answer = (): void => {
              clearTimeout(timer);
              waiting.delete(answer);
              resolve(count);
            };
            const timer = setTimeout(answer, WAIT_MS_MAX);
            waiting.add(answer);
          }),
    stop: release,
  };
}
