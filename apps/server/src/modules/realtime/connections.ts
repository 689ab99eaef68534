import type { StompConnection } from './stomp-connection';

/** Every connection is checked every 4 seconds, a quarter of them each second. A page that received nothing for 5 polls by itself. */
const TURN_MS = 1_000;
const TURNS = 4;
/** Clients reconnect 5 s after a disconnect: closing them one after the other spreads their return. */
const FAREWELL_MS = 3_000;
const FAREWELL_STEPS = 30;
const GOING_AWAY = 1001;

type Deps = {
  readonly now: () => number;
  /** Compares these invoices with the database and notifies their subscribers; false when that failed. */
  readonly check: (transIds: readonly string[]) => Promise<boolean>;
};

/** All open connections, checked in turns. */
export function createConnections({ now, check }: Deps) {
  const slots = Array.from({ length: TURNS }, () => new Set<StompConnection>());
  const running = new Set<number>();
  let next = 0;
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;

  async function takeTurn(index: number): Promise<void> {
    if (running.has(index) || slots[index]?.size === 0) return; // a hanging database gets no further queries
    running.add(index);
    const slot = slots[index] ?? new Set();
    try {
      const isFresh = await check([...new Set([...slot].flatMap((connection) => connection.transIds()))]);
      for (const connection of slot) connection.tick(now(), isFresh);
    } finally {
      running.delete(index);
    }
  }

  const all = () => slots.flatMap((slot) => [...slot]);
  return {
    size: () => slots.reduce((sum, slot) => sum + slot.size, 0),
    /** Returns a function to call on disconnect. */
    add: (connection: StompConnection): (() => void) => {
      const slot = slots[next % TURNS] as Set<StompConnection>;
      next += 1;
      slot.add(connection);
      return () => slot.delete(connection);
    },
    start: () => {
      timer = setInterval(() => {
        turn = (turn + 1) % TURNS;
        void takeTurn(turn);
      }, TURN_MS);
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      const open = all();
      const perStep = Math.ceil(open.length / FAREWELL_STEPS);
      while (open.length > 0) {
        for (const connection of open.splice(0, perStep)) connection.close(GOING_AWAY, 'Going away');
        if (open.length > 0) await new Promise((resolve) => setTimeout(resolve, FAREWELL_MS / FAREWELL_STEPS));
      }
    },
  };
}
export type Connections = ReturnType<typeof createConnections>;
