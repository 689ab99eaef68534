import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { assertDefined } from '../assert';
import type { Clocks } from '../clock';
import type { Logger } from '../log';
import type { Metrics } from '../metrics';
import type { Db } from './db';

/** Clocks kept by NTP differ by milliseconds; more than this needs attention. */
export const CLOCK_DIFFERENCE_MS_MAX = 2_000;
const MEASURE_EVERY_MS = 30_000;
/** A slower answer is too imprecise. */
const ROUND_TRIP_MS_MAX = 2_000;
/** NTP adjusts both clocks of this machine alike; when they part by more than this, one was set or the machine slept. */
const JUMP_MS_MIN = 500;
/** Date.now() and performance.now() are truncated differently. */
const RESOLUTION_MS = 2;

export type DatabaseTime = {
  /** How far the database's clock is ahead of this process's; 0 within the measurement error. */
  aheadMs(): number;
  /** A message when the clocks differ by more than 2 s. */
  complaint(): string | undefined;
  measure(): Promise<void>;
  start(): void;
  stop(): void;
};

type Sample = { readonly databaseMs: number; readonly at: number; readonly errorMs: number };
export type DatabaseTimeDeps = { readonly db: Pick<Db, 'query'>; readonly log: Logger; readonly metrics: Pick<Metrics, 'registry'> };

const READ_TRIES_MAX = 5;

/**
 * This machine's clock ahead of the monotonic one. On a busy machine a process may be paused between reading the two, by tens of
 * milliseconds; business time then went back, and ids with it. Read again until the clock stands still around the other.
 */
function wallAheadMs(): number {
  let ahead = 0;
  for (let tries = 0; tries < READ_TRIES_MAX; tries += 1) {
    const before = Date.now();
    const monotonic = performance.now();
    const wall = Date.now();
    ahead = wall - monotonic;
    if (wall - before <= 1) break;
  }
  return ahead;
}

/** The answer was made between request and response: half the round trip is the best estimate and the largest error. */
async function takeSample(db: Pick<Db, 'query'>): Promise<Sample | undefined> {
  const asked = performance.now();
  const { rows } = await sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db.query);
  const received = performance.now();
  const errorMs = (received - asked) / 2;
  if (errorMs * 2 > ROUND_TRIP_MS_MAX) return undefined;
  return { databaseMs: assertDefined(rows[0], 'the time').ms, at: asked + errorMs, errorMs: errorMs + RESOLUTION_MS };
}

/**
 * The database's time as seen from here. Between two measurements the monotonic clock is used, so that setting this machine's clock has no
 * effect. It stands still while a machine sleeps (a suspended virtual machine): when the two clocks part, the database is asked at once.
 */
export function createDatabaseTime({ db, log, metrics }: DatabaseTimeDeps): DatabaseTime {
  let sample: Sample | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastWallAheadMs: number | undefined;

  const aheadMs = (): number => {
    const wallAhead = wallAheadMs();
    const jumpMs = Math.abs(wallAhead - (lastWallAheadMs ?? wallAhead));
    if (lastWallAheadMs === undefined || jumpMs >= JUMP_MS_MIN) lastWallAheadMs = wallAhead;
    if (sample === undefined) return 0;
    if (jumpMs >= JUMP_MS_MIN) measureQuietly();
    const ahead = sample.databaseMs - sample.at - wallAhead;
    return Math.abs(ahead) <= sample.errorMs ? 0 : Math.round(ahead);
  };
  const complaint = (): string | undefined => {
    const ahead = aheadMs();
    if (Math.abs(ahead) <= CLOCK_DIFFERENCE_MS_MAX) return undefined;
    return `this clock is ${Math.abs(ahead / 1000).toFixed(1)} s ${ahead > 0 ? 'behind' : 'ahead of'} the database's`;
  };
  const measure = async (): Promise<void> => {
    sample = (await takeSample(db)) ?? sample;
    const text = complaint();
    if (text !== undefined) log.warn({ skewMs: -aheadMs() }, `${text}: set it, and keep it with NTP`);
  };

  /** An unreachable database is reported elsewhere; the last measurement stays in use. */
  const measureQuietly = (): void => void measure().catch(() => undefined);

  new Gauge({
    name: 'stablegate_clock_skew_seconds',
    help: "How far this process's clock is ahead of the database's.",
    registers: [metrics.registry],
    collect() {
      this.set(-aheadMs() / 1000);
    },
  });

  return {
    aheadMs,
    complaint,
    measure,
    start: () => {
      timer = setInterval(measureQuietly, MEASURE_EVERY_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** Business time by the database's clock, independent of this process's. */
export type DatabaseClocks = Clocks & {
  /** How far a sandbox has moved business time ahead of the database's clock. */
  movedMs(): number;
};

export const byDatabaseTime = ({ business, real }: Clocks, time: Pick<DatabaseTime, 'aheadMs'>): DatabaseClocks => ({
  business: { ...business, now: () => new Date(business.now().getTime() + time.aheadMs()) },
  real,
  movedMs: () => {
    const moved = business.now().getTime() - Date.now();
    return Math.abs(moved) <= RESOLUTION_MS ? 0 : moved;
  },
});
