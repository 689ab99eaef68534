/** Runs the first call immediately and what comes within `ms` after it once, at the end of that time: no call remains without a run after it. */
export function atMostEvery(ms: number, run: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isWaiting = false;

  function start(): void {
    isWaiting = false;
    run();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWaiting) start();
    }, ms);
    timer.unref();
  }

  return () => {
    if (timer === undefined) start();
    else isWaiting = true;
  };
}
