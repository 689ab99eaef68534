import type { StompConnection } from './stomp-connection';

/** Each connection's turn comes every 4 seconds, a quarter of them each second. A page that heard nothing for 5 asks by itself. */
const TURN_MS = 1_000;
const TURNS = 4;
/** Clients come back 5 s after they were cut off: cutting them off one after the other lets them come one after the other. */
const FAREWELL_MS = 3_000;
const FAREWELL_STEPS = 30;
const GOING_AWAY = 1001;

type Deps = {
  readonly now: () => number;
  /** Compares these invoices with the database and tells who must know; false when that could not be done. */
  readonly look: (transIds: readonly string[]) => Promise<boolean>;
};

/** All open connections, and the turn in which each is looked after. */
export function createConnections({ now, look }: Deps) {
  const slots = Array.from({ length: TURNS }, () => new Set<StompConnection>());
  const running = new Set<number>();
  let next = 0;
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;

  async function takeTurn(index: number): Promise<void> {
    if (running.has(index)) return; // a database that hangs is not asked again on top
    running.add(index);
    const slot = slots[index] ?? new Set();
    try {
      const isFresh = await look([...new Set([...slot].flatMap((connection) => connection.transIds()))]);
      for (const connection of slot) connection.tick(now(), isFresh);
    } finally {
      running.delete(index);
    }
  }

  const all = () => slots.flatMap((slot) => [...slot]);
  return {
    size: () => slots.reduce((sum, slot) => sum + slot.size, 0),
    /** Returns what to call when it is gone. */
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
