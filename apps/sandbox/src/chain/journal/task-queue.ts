export type TaskQueue = {
  readonly run: <T>(task: () => Promise<T>) => Promise<T>;
  /** Resolves when everything handed in so far is done. */
  readonly drained: () => Promise<void>;
};

/**
 * One thing at a time, in order. Reads go through it as well as changes: nobody sees a block before it is journaled, or
 * half of a reorganisation. The node answers one request at a time anyway, so nothing is lost by it.
 */
export function createTaskQueue(): TaskQueue {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    run: (task) => {
      const result = tail.then(task);
      tail = result.catch(() => undefined);
      return result;
    },
    drained: async () => {
      await tail;
    },
  };
}
