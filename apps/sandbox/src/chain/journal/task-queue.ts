export type TaskQueue = {
  readonly run: <T>(task: () => Promise<T>) => Promise<T>;
  /** Resolves when all queued tasks are done. */
  readonly drained: () => Promise<void>;
};

/**
 * One task at a time, in order. Reads go through it as well as changes: no block is visible before it is journaled, nor half of a
 * reorganisation. The node serves one request at a time anyway, so this costs nothing.
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
