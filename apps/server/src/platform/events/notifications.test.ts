import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/parts/database';
import { createDb } from '../db/db';
import { createLogger } from '../log';
import { atMostEvery } from './at-most-every';
import { createNotifications, type Notifications } from './notifications';
import { createOutbox } from './outbox';
import { untilDue } from './polling-loop';

const url = await useTestDatabase();
const log = createLogger('silent');
const db = createDb({ url, poolMax: 4, applicationName: 'test' });
const HOUR_MS = 3_600_000; // longer than any test waits
const POLLED_MS = 20;
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function listen(slowPollMs: number): Promise<Notifications> {
  const notifications = createNotifications({ url, log, slowPollMs });
  await notifications.start();
  stops.push(notifications.stop);
  return notifications;
}

/** A worker whose wake-ups come through the given notifications. */
function startOutbox(notifications: Notifications): string[] {
  const outbox = createOutbox({ db, log, idleMs: notifications.idleMs });
  notifications.subscribe('outbox', outbox.wake);
  const seen: string[] = [];
  outbox.follow({ 'thing.happened': async (_tx, events) => void seen.push(...events.map(({ subject }) => subject)) });
  outbox.start();
  stops.push(outbox.stop);
  return seen;
}

/** As another process does, whose message is lost. */
async function happen(subject: string): Promise<void> {
  const other = createOutbox({ db, log });
  other.follow({ 'thing.happened': async () => undefined });
  await db.transaction((tx) => other.append(tx, [{ topic: 'thing.happened', subject, payload: {} }]));
}

const endListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'stablegate-news' and datname = current_database()`.execute(db.query);
const soon = { timeout: 20_000, interval: 20 };

test('a loop sleeps long while messages arrive, and polls while they do not', async () => {
  const notifications = createNotifications({ url, log, slowPollMs: HOUR_MS });
  stops.push(notifications.stop);
  expect(notifications.idleMs(POLLED_MS)).toBe(POLLED_MS);
  await notifications.start();
  expect(notifications.idleMs(POLLED_MS)).toBe(HOUR_MS);
  await endListeners();
  await expect.poll(() => notifications.idleMs(POLLED_MS), soon).toBe(POLLED_MS);
  await expect.poll(() => notifications.idleMs(POLLED_MS), soon).toBe(HOUR_MS);
});

test('a lost message only delays: the slow poll does the work', async () => {
  const notifications = await listen(200);
  const seen = startOutbox(notifications);
  await happen('first');
  await expect.poll(() => seen, soon).toEqual(['first']);
  await happen('second');
  await expect.poll(() => seen, soon).toEqual(['first', 'second']);
});

test('work is done although the listening connection was killed, and what was missed is looked for', async () => {
  const notifications = await listen(HOUR_MS);
  const seen = startOutbox(notifications);
  await expect.poll(() => notifications.idleMs(POLLED_MS), soon).toBe(HOUR_MS);
  await endListeners();
  await happen('meanwhile');
  await expect.poll(() => seen, soon).toEqual(['meanwhile']);
});

test('a wake-up that cannot be sent is sent after the reconnection', async () => {
  const [sender, receiver] = [createNotifications({ url, log }), createNotifications({ url, log })];
  const received: string[] = [];
  receiver.subscribe('things', (payload) => void received.push(payload));
  await receiver.start();
  sender.publish('things'); // not connected yet
  await sender.start();
  stops.push(sender.stop, receiver.stop);
  await expect.poll(() => received, soon).toEqual(['']);
});

test('a retry is due when its time comes, and what cannot be taken is tried again at the polling rate', () => {
  const pace = { polledMs: 500, idleMs: 30_000 };
  expect(untilDue(undefined, pace)).toBe(30_000);
  expect(untilDue(5_000, pace)).toBeGreaterThanOrEqual(5_000);
  expect(untilDue(5_000, pace)).toBeLessThan(5_100);
  expect(untilDue(86_400_000, pace)).toBe(30_000);
  expect(untilDue(-1, pace)).toBe(500);
});

test('of many calls the first runs at once, and one after the last', async () => {
  let runs = 0;
  const call = atMostEvery(50, () => {
    runs += 1;
  });
  for (let n = 0; n < 100; n += 1) call();
  expect(runs).toBe(1);
  await expect.poll(() => runs, soon).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(runs).toBe(2);
});
