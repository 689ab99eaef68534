const waiting: (() => void)[] = [];

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setTimeout(next);
}

/** A task for each caller, in their order. */
export const ownTask = () =>
  new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setTimeout(next);
  });
