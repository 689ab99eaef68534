/** Lets a polling loop sleep until its interval is over or it is woken. A wake while nothing waits is kept. */
export function createWakeup(): { wake(): void; wait(ms: number): Promise<void> } {
  let pending = false;
  const sleepers = new Set<() => void>();
  return {
    wake: () => {
      pending = sleepers.size === 0;
      for (const wakeUp of sleepers) wakeUp();
    },
    wait: (ms) => {
      if (pending) {
        pending = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const wakeUp = () => {
          clearTimeout(timer);
          sleepers.delete(wakeUp);
          resolve();
        };
        const timer = setTimeout(wakeUp, ms);
        sleepers.add(wakeUp);
      });
    },
  };
}
