/**
 * Calls `tick` at a steady wall-clock interval, in the middle of each period: at one block a second, a tick some milliseconds early or late
 * still falls into its own second, and the journal can merge the blocks. A tick that takes longer than a period is not followed by a burst.
 */
export function startTicker(everyMs: number, clock: () => number, tick: () => Promise<unknown>): { stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const schedule = (): void => {
    const sinceMiddle = (clock() - everyMs / 2) % everyMs;
    timer = setTimeout(() => void run(), everyMs - sinceMiddle);
  };
  const run = async (): Promise<void> => {
    await tick();
    if (!stopped) schedule();
  };

  schedule();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
