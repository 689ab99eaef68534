import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../../test/parts/database';
import { createDb, type Db } from '../db/db';
import { createLogger } from '../log';
import { createOutbox } from './outbox';

const url = await useTestDatabase();
const log = createLogger('silent');
let db: Db;
const dbs: Db[] = [];
const open = (): Db => {
  const made = createDb({ url, poolMax: 5, applicationName: 'test' });
  dbs.push(made);
  return made;
};
beforeEach(async () => {
  db = open();
  await sql`truncate event_tasks`.execute(db.query);
});
afterAll(() => Promise.all(dbs.map((made) => made.close())));

const event = (subject: string) => ({ topic: 'thing.happened', subject, payload: { subject } });
const tasks = async () => db.query.selectFrom('event_tasks').select(['attempts', 'last_error', 'dead']).execute();
const until = async (condition: () => boolean | Promise<boolean>) => {
  for (let i = 0; i < 200 && !(await condition()); i += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  expect(await condition()).toBe(true);
};

describe('the outbox', () => {
  test('a committed event is followed once, and its task is deleted', async () => {
    const outbox = createOutbox({ db, log });
    const seen: string[] = [];
    outbox.follow({ 'thing.happened': async (_tx, events) => void seen.push(...events.map(({ subject }) => subject)) });
    outbox.start();
    await db.transaction((tx) => outbox.append(tx, [event('one')]));
    await until(async () => seen.length === 1 && (await tasks()).length === 0);
    await outbox.stop();
    expect(seen).toEqual(['one']);
  });

  test('a failed transaction leaves no event', async () => {
    const outbox = createOutbox({ db, log });
    outbox.follow({ 'thing.happened': async () => undefined });
    const failing = db.transaction(async (tx) => {
      await outbox.append(tx, [event('never')]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await tasks()).toEqual([]);
    expect(await db.query.selectFrom('events').select('id').where('subject', '=', 'never').execute()).toEqual([]);
  });

  test('two workers share the work: no event is handled twice', async () => {
    const seen: string[] = [];
    const make = () => {
      const outbox = createOutbox({ db: open(), log });
      outbox.follow({ 'thing.happened': async (_tx, events) => void seen.push(...events.map(({ subject }) => subject)) });
      return outbox;
    };
    const [one, two] = [make(), make()];
    await db.transaction((tx) =>
      one.append(
        tx,
        Array.from({ length: 100 }, (_, i) => event(`many-${i}`)),
      ),
    );
    one.start();
    two.start();
    await until(async () => (await tasks()).length === 0);
    await Promise.all([one.stop(), two.stop()]);
    expect(seen).toHaveLength(100);
    expect(new Set(seen).size).toBe(100);
  });

  test('a failing follow-up leaves nothing behind, blocks no other and is retried later, with the reason stored', async () => {
    const outbox = createOutbox({ db, log });
    const seen: string[] = [];
    outbox.follow({
      'thing.happened': async (tx, events) => {
        for (const { subject } of events) {
          await tx.insertInto('reported_keys').values({ key: subject }).execute();
          if (subject === 'bad') throw new Error('receiver is away');
        }
        seen.push(...events.map(({ subject }) => subject));
      },
    });
    await db.transaction((tx) => outbox.append(tx, [event('good'), event('bad'), event('better')]));
    outbox.start();
    await until(async () => seen.length === 2 && (await tasks())[0]?.last_error === 'receiver is away');
    await outbox.stop();
    expect(seen.sort()).toEqual(['better', 'good']);
    expect(await tasks()).toMatchObject([{ attempts: 1, dead: false }]);
    const written = await db.query.selectFrom('reported_keys').select('key').orderBy('key').execute();
    expect(written.map(({ key }) => key)).toEqual(['better', 'good']);
  });

  test('an event without a follow-up has no task', async () => {
    const outbox = createOutbox({ db, log });
    outbox.follow({ 'other.happened': async () => undefined });
    await db.transaction((tx) => outbox.append(tx, [event('alone')]));
    expect(await tasks()).toEqual([]);
    expect(() => outbox.follow({ 'invoice.created': async () => undefined })).toThrow('cannot be followed');
  });

  test('events can be neither changed nor deleted', async () => {
    const outbox = createOutbox({ db, log });
    await db.transaction((tx) => outbox.append(tx, [event('fixed')]));
    await expect(sql`update events set subject = 'x'`.execute(db.query)).rejects.toThrow('append-only');
    await expect(sql`delete from events`.execute(db.query)).rejects.toThrow('append-only');
  });
});
