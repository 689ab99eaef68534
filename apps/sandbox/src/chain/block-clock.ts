export type BlockClockDeps = {
  readonly everyMs: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Mines empty blocks of these moments. */
  readonly mineEmpty: (timesMs: readonly number[]) => Promise<unknown>;
  /** Mines the next block, with what is pending. */
  readonly mineNext: () => Promise<unknown>;
  readonly hasPending: () => boolean;
};

export type BlockClock = {
  /** Before every request: mines the blocks whose time has come since the last one. */
  readonly catchUp: () => Promise<void>;
  /** Something is pending: the next block is mined when its time comes. */
  readonly expect: () => void;
  readonly stop: () => void;
};

/** After a suspended machine wakes up; a longer gap is left out. */
const BLOCKS_MAX = 3_600;

/**
 * A block every period, at its middle: at one block a second, a tick some milliseconds early or late still falls into its own second, and
 * the journal can merge the blocks. Empty blocks that nobody asks for are mined together when somebody asks: they are the same blocks, and a
 * chain that nobody looks at costs nothing. Blocks that were missed while something was pending are left out, not made up in a burst.
 */
export function createBlockClock({ everyMs, clock, mineEmpty, mineNext, hasPending }: BlockClockDeps): BlockClock {
  const tickAt = (): number => Math.floor((clock() - everyMs / 2) / everyMs);
  const timeOf = (tick: number): number => tick * everyMs + everyMs / 2;
  let done = tickAt();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let catchingUp: Promise<void> | undefined;

  const expect = (): void => {
    if (stopped) return;
    timer ??= setTimeout(() => void tick(), Math.max(0, timeOf(tickAt() + 1) - clock()));
  };
  const tick = async (): Promise<void> => {
    done = tickAt();
    await mineNext().catch(() => undefined); // fatal, and reported by the chain itself
    timer = undefined;
    if (hasPending()) expect();
  };
  const mineMissing = async (): Promise<void> => {
    const now = tickAt();
    const from = Math.max(done + 1, now - BLOCKS_MAX + 1);
    const times = Array.from({ length: now - from + 1 }, (_, index) => timeOf(from + index));
    done = now;
    await mineEmpty(times).catch(() => undefined);
  };

  return {
    catchUp: async () => {
      if (stopped || timer !== undefined) return;
      if (tickAt() > done)
        catchingUp ??= mineMissing().finally(() => {
          catchingUp = undefined;
        });
      await catchingUp;
    },
    expect,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
