/**
 * Business time as the server told it last. A browser's own clock may be wrong by minutes, and a sandbox moves business time by
 * days: whatever counts down or says "ago" about invoices counts from here.
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
