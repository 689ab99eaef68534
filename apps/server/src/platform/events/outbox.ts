import { sql } from 'kysely';
import { assert } from '../assert';
import { afterCommit, type Db, type Queryable, type Tx } from '../db/db';
import { prepare } from '../db/prepared';
import type { StoreId } from '../id-types';
import type { Logger } from '../log';
import { currentCaller } from '../request-author';
import { createPollingLoop, untilDue } from './polling-loop';

export type NewEvent = {
  /** noun.past, such as `invoice.settled`. */
  readonly topic: string;
  readonly subject: string;
  /** Gapless per subject, where order matters. */
  readonly version?: number;
  readonly payload: Record<string, unknown>;
  /** Of a store's invoice, where the event tells the store something: the store lists it. */
  readonly storeId?: StoreId | undefined;
};
export type StoredEvent = {
  readonly id: bigint;
  readonly topic: string;
  readonly subject: string;
  readonly payload: Record<string, unknown>;
};
/**
 * Runs after the change has committed, in a separate transaction that also deletes the tasks: exactly once. Database work only, never a
 * network call. An error rolls it back and it is retried later.
 */
export type FollowUp = (tx: Tx, events: readonly StoredEvent[]) => Promise<void>;

export type Outbox = {
  /** Inside the transaction of the change: both commit or neither. */
  append(tx: Tx, events: readonly NewEvent[]): Promise<void>;
  /** By topic. Called by the composition root only, in every process and before anything is appended. */
  follow(followUps: Readonly<Record<string, FollowUp>>): void;
  start(): void;
  stop(): Promise<void>;
};

const BATCH_MAX = 50;
const ATTEMPTS_MAX = 20; // with pauses of at most 10 minutes: about two hours
/** While tasks are due that cannot be taken, or messages between processes do not arrive. */
const POLL_MS = 1_000;
/** Written by `create_invoice` in SQL, which creates no tasks: thousands a second, and nothing follows them. */
const UNFOLLOWED = ['invoice.created'];

export type OutboxDeps = {
  readonly db: Db;
  readonly log: Logger;
  readonly notify?: () => void;
  /** How long to sleep without tasks: wake-ups are best effort, this guarantees processing. */
  readonly idleMs?: (polledMs: number) => number;
};

export function createOutbox(deps: OutboxDeps): Outbox & { wake(): void } {
  const followUps = new Map<string, FollowUp>();

  function announce(): void {
    polling.wake();
    deps.notify?.();
  }

  /** Until the next retry is due. */
  async function restMs(): Promise<number> {
    const dueInMs = await nextDueInMs(deps.db.query, [...followUps.keys()]);
    return untilDue(dueInMs, { polledMs: POLL_MS, idleMs: deps.idleMs?.(POLL_MS) ?? POLL_MS });
  }

  const polling = createPollingLoop({
    round: async () => ((await runBatch(deps, followUps, BATCH_MAX)) === 0 ? restMs() : 0),
    failed: (error) => {
      deps.log.error({ err: error }, 'outbox round failed; retrying');
      return POLL_MS;
    },
  });

  return {
    append: async (tx, events) => {
      if (events.length === 0) return;
      if (await insertEvents(tx, events.map(withActor), [...followUps.keys()])) afterCommit(tx, announce);
    },
    follow: (added) => {
      for (const [topic, followUp] of Object.entries(added)) {
        assert(!UNFOLLOWED.includes(topic), `${topic} cannot be followed`);
        followUps.set(topic, followUp);
      }
    },
    ...polling,
  };
}

/** Who decided it, where a call led to it: readers of an event look nowhere else. */
function withActor(event: NewEvent): NewEvent {
  const actor = currentCaller()?.actor;
  return actor === undefined ? event : { ...event, payload: { ...event.payload, actor } };
}

/**
 * One parameter for any number of events: building a list of values for five hundred takes longer than storing them. Returns whether any of
 * them has a task.
 */
async function insertEvents(tx: Tx, events: readonly NewEvent[], followed: readonly string[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with stored as (
      insert into events (topic, subject, version, payload, store_id)
      select e.topic, e.subject, e.version, e.payload, e."storeId"
        from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
          as e (topic text, subject text, version integer, payload jsonb, "storeId" text)
      returning id, created_at, topic)
    insert into event_tasks (event_id, event_at) select id, created_at from stored where topic = any(${followed}::text[])`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** All or none; a failed batch is retried event by event, so that a bad one blocks no other. */
async function runBatch(deps: { db: Db; log: Logger }, followUps: ReadonlyMap<string, FollowUp>, limit: number): Promise<number> {
  let events: StoredEvent[] = [];
  try {
    await deps.db.transaction(async (tx) => {
      events = await claim(tx, [...followUps.keys()], limit);
      for (const [topic, followUp] of followUps) {
        const ofTopic = events.filter((event) => event.topic === topic);
        if (ofTopic.length > 0) await followUp(tx, ofTopic);
      }
      if (events.length > 0) await endTasks(tx, events);
    });
  } catch (error) {
    const [event] = events;
    if (event === undefined) throw error;
    if (events.length === 1) await postpone(deps, event, error);
    else for (const _ of events) await runBatch(deps, followUps, 1);
  }
  return events.length;
}

/** Held by row locks until the commit: a process that dies releases them immediately. */
const claim = (tx: Tx, topics: readonly string[], limit: number): Promise<StoredEvent[]> => claimTasks(tx, [topics, limit]);

// Prepared: each task looks into the one month that its event is in, but a plan names all of them, and making it takes longer than running it.
const claimTasks = prepare<StoredEvent>(
  'claim-event-tasks',
  `select e.id, e.topic, e.subject, e.payload from event_tasks t join events e on e.id = t.event_id and e.created_at = t.event_at
    where not t.dead and t.due_at <= now() and e.topic = any($1::text[])
    order by t.due_at, t.event_id limit $2 for no key update of t skip locked`,
);

/** Undefined: no task waits. */
async function nextDueInMs(db: Queryable, topics: readonly string[]): Promise<number | undefined> {
  const [next] = await findNextTask(db, [topics]);
  return next?.ms ?? undefined;
}

const findNextTask = prepare<{ ms: number | null }>(
  'next-event-task',
  `select (extract(epoch from t.due_at - now()) * 1000)::float8 as ms
     from event_tasks t join events e on e.id = t.event_id and e.created_at = t.event_at
    where not t.dead and e.topic = any($1::text[]) order by t.due_at limit 1`,
);

async function endTasks(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  await sql`delete from event_tasks where event_id = any(${events.map(({ id }) => String(id))}::bigint[])`.execute(tx);
}

async function postpone({ db, log }: { db: Db; log: Logger }, { id, topic, subject }: StoredEvent, error: unknown): Promise<void> {
  const isDead = await postponeTask(db.query, id, (error instanceof Error ? error.message : String(error)).slice(0, 500));
  if (isDead) log.error({ err: error, topic, subject }, 'an event was given up');
  else log.warn({ err: error, topic, subject }, 'event not handled; retrying later');
}

async function postponeTask(db: Queryable, eventId: bigint, message: string): Promise<boolean> {
  const { rows } = await sql<{ dead: boolean }>`
    update event_tasks
       set attempts = attempts + 1, due_at = now() + make_interval(secs => least(600, power(2, attempts + 1))),
           last_error = ${message}, dead = attempts + 1 >= ${ATTEMPTS_MAX}
     where event_id = ${eventId} returning dead`.execute(db);
  return rows[0]?.dead === true;
}
