/**
 * Business time, from the server's last answer. A browser's clock may be wrong by minutes, and a sandbox moves business time by days:
 * countdowns and "ago" of invoices use this.
 */
export function createServerClock(browserNow: () => number) {
  let aheadMs = 0;
  return {
    saw: (serverTime: string): void => {
      const at = Date.parse(serverTime);
      if (!Number.isNaN(at)) aheadMs = at - browserNow();
    },
    now: (): Date => new Date(browserNow() + aheadMs),
  };
}

export const serverClock = createServerClock(Date.now);
