import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { assert } from '../assert';
import { afterCommit, type Db, type Tx } from '../db/db';
import type { Logger } from '../log';
import { createWakeup } from './wakeup';

export type NewEvent = {
  /** noun.past, such as `invoice.settled`. */
  readonly topic: string;
  readonly subject: string;
  /** Gapless per subject, where order matters. */
  readonly version?: number;
  readonly payload: Record<string, unknown>;
};
export type StoredEvent = {
  readonly id: bigint;
  readonly topic: string;
  readonly subject: string;
  readonly payload: Record<string, unknown>;
};
export type Consumer = {
  readonly name: string;
  readonly topics: readonly string[];
  /** At least once: a handler that was killed half-way runs again, so its effect must be idempotent by event id. */
  handle(event: StoredEvent): Promise<void>;
};

export type Outbox = {
  /** Inside the transaction of the change: no event without the change, no change without the event. */
  append(tx: Tx, events: readonly NewEvent[]): Promise<void>;
  /** Called by the composition root only, before anything is appended: each event gets a task per consumer. */
  register(consumer: Consumer): void;
  /** For writers that put the event into their own statement: who gets a task for it. They announce it after the commit. */
  consumersOf(topic: string): readonly string[];
  announce(): void;
  start(): void;
  stop(): Promise<void>;
};

const LEASE_SECONDS = 30; // a killed worker's events are taken over after this
const BATCH_MAX = 20;
const ATTEMPTS_MAX = 20;
const POLL_MS = 1_000; // the wake-up is a courtesy; polling is the promise

export function createOutbox(deps: { db: Db; log: Logger; notify?: () => void }): Outbox & { wake(): void } {
  const consumers: Consumer[] = [];
  const wakeup = createWakeup();
  let loops: Promise<void>[] = [];
  let running = false;

  const consumersOf = (topic: string): string[] => consumers.filter(({ topics }) => topics.includes(topic)).map(({ name }) => name);

  const append: Outbox['append'] = async (tx, events) => {
    if (events.length === 0) return;
    const stored = await insertEvents(tx, events);
    const tasks = stored.flatMap(({ id, topic }) => consumersOf(topic).map((consumer) => ({ consumer, event_id: id })));
    if (tasks.length > 0) await tx.insertInto('event_tasks').values(tasks).execute();
    afterCommit(tx, wake);
  };

  function wake(): void {
    wakeup.wake();
    deps.notify?.();
  }

  async function loop(consumer: Consumer): Promise<void> {
    while (running) {
      let worked = 0;
      try {
        worked = await runBatch(deps, consumer);
      } catch (error) {
        deps.log.error({ err: error, consumer: consumer.name }, 'outbox round failed; trying again');
      }
      if (worked === 0) await wakeup.wait(POLL_MS);
    }
  }

  return {
    append,
    consumersOf,
    announce: wake,
    wake: () => wakeup.wake(),
    register: (consumer) => {
      assert(!running, 'consumers are registered before the start');
      assert(!consumers.some(({ name }) => name === consumer.name), `two consumers are called ${consumer.name}`);
      consumers.push(consumer);
    },
    start: () => {
      running = true;
      loops = consumers.map(loop);
    },
    stop: async () => {
      running = false;
      wakeup.wake();
      await Promise.all(loops);
    },
  };
}

/** One parameter however many events there are: building a list of values for five hundred takes longer than storing them. */
async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<{ id: bigint; topic: string }[]> {
  const { rows } = await sql<{ id: bigint; topic: string }>`
    insert into events (topic, subject, version, payload)
    select e.topic, e.subject, e.version, e.payload
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (topic text, subject text, version integer, payload jsonb)
    returning id, topic`.execute(tx);
  return rows;
}

async function runBatch(deps: { db: Db; log: Logger }, consumer: Consumer): Promise<number> {
  const lease = randomUUID();
  const events = await claim(deps.db, consumer.name, lease);
  for (const event of events) {
    try {
      await consumer.handle(event);
      await deps.db.query
        .deleteFrom('event_tasks')
        .where('consumer', '=', consumer.name)
        .where('event_id', '=', event.id)
        .where('lease_token', '=', lease) // a lost lease means another worker has it now
        .execute();
    } catch (error) {
      deps.log.warn({ err: error, consumer: consumer.name, eventId: String(event.id) }, 'event not handled; it comes again');
      await postpone(deps.db, consumer.name, event.id, lease, error);
    }
  }
  return events.length;
}

async function claim(db: Db, consumer: string, lease: string): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    update event_tasks t
       set due_at = now() + make_interval(secs => ${LEASE_SECONDS}), lease_token = ${lease}::uuid, attempts = attempts + 1
      from events e
     where e.id = t.event_id and t.consumer = ${consumer} and t.event_id in (
       select event_id from event_tasks
        where consumer = ${consumer} and not dead and due_at <= now()
        order by due_at limit ${BATCH_MAX} for update skip locked)
    returning e.id, e.topic, e.subject, e.payload`.execute(db.query);
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function postpone(db: Db, consumer: string, eventId: bigint, lease: string, error: unknown): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  await sql`
    update event_tasks
       set due_at = now() + make_interval(secs => least(600, power(2, attempts))), lease_token = null,
           last_error = ${message}, dead = attempts >= ${ATTEMPTS_MAX}
     where consumer = ${consumer} and event_id = ${eventId} and lease_token = ${lease}::uuid`.execute(db.query);
}
