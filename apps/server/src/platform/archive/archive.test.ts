import fs, { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DAY_MS } from '@stablegate/rules';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { useTestDatabase } from '../../../test/parts/database';
import { bundleCommand, COMMANDS_MS, type Command } from '../../../test/processes/command';
import { createDb, type Db } from '../db/db';
import { OLD_EVENTS } from '../events/archive-events';
import { createLogger } from '../log';
import { addMonths } from '../partitions/add-months';
import { dropPart } from '../partitions/old-parts';
import { archiveTable } from './archive-parts';
import { archiveRows, type SeenRow } from './archive-rows';

const newFolder = () => mkdtempSync(join(tmpdir(), 'stablegate-archive-'));
const linesOf = (file: string) =>
  gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb({ url, poolMax: 2, applicationName: 'test' });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Subjects by age in days; one of them has a follow-up that was given up. */
async function seedEvents(db: Db): Promise<void> {
  await sql`
    insert into events (topic, subject, version, payload, created_at)
    select 'invoice.paid', 'inv_' || days, 1, jsonb_build_object('days', days), now() - days * interval '1 day'
      from unnest(array[520, 500, 470, 450, 401, 399, 10]) as days`.execute(db.query);
  await sql`insert into event_tasks (event_id, event_at, dead) select id, created_at, true from events where subject = 'inv_500'`.execute(
    db.query,
  );
}
const subjectsLeft = async (db: Db) =>
  (await sql<{ subject: string }>`select subject from events order by id`.execute(db.query)).rows.map(({ subject }) => subject);

describe('events', () => {
  test('older than 400 days go to a file per month; younger ones and those with a task stay', async () => {
    await withDb(await useTestDatabase(), async (db) => {
      await seedEvents(db);
      const { rows: stored } = await sql<{ line: object; month: string }>`
        select to_json(e) as line, to_char(created_at at time zone 'UTC', 'YYYY-MM') as month from events e order by id`.execute(db.query);
      const folder = newFolder();
      const progress: number[] = [];
      const { rows, files } = await archiveTable(db, OLD_EVENTS, folder, (done) => progress.push(done), { batch: 3 });
      expect({ rows, progress }).toEqual({ rows: 4, progress: [2, 4] });
      expect(await subjectsLeft(db)).toEqual(['inv_500', 'inv_399', 'inv_10']);
      const expected = stored.filter((_, index) => [0, 2, 3, 4].includes(index));
      expect(files).toEqual([...new Set(expected.map(({ month }) => join(folder, `events-${month}.jsonl.gz`)))]);
      expect(files.flatMap(linesOf)).toEqual(expected.map(({ line }) => line));
      expect(files.map((file) => statSync(file).mode & 0o777)).toEqual(files.map(() => 0o600));
      expect(await archiveTable(db, OLD_EVENTS, folder, () => undefined)).toEqual({ rows: 0, files: [] });
    });
  });

  test('the database refuses to change one, and to delete a young one', async () => {
    await withDb(await useTestDatabase(), async (db) => {
      await seedEvents(db);
      await expect(sql`update events set version = 2 where subject = 'inv_520'`.execute(db.query)).rejects.toThrow('append-only');
      await expect(sql`delete from events where subject = 'inv_399'`.execute(db.query)).rejects.toThrow('append-only');
    });
  });
});

describe('months', () => {
  const partsOf = async (db: Db) =>
    (
      await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass
        and pg_get_expr((select relpartbound from pg_class where oid = inhrelid), inhrelid) <> 'DEFAULT'`.execute(db.query)
    ).rows.map(({ name }) => name);
  const partOf = (daysAgo: number) => `events_${new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 7).replace('-', '_')}`;
  const silent = createLogger('silent');

  test('that are old to their end are dropped once they are in files; a young row, or one with a task, keeps its month', async () => {
    await withDb(await useTestDatabase(), async (db) => {
      await addMonths({ db, log: silent }, new Date(Date.now() - 530 * DAY_MS), 19);
      await seedEvents(db);
      const { rows: stored } = await sql<{ line: { subject: string } }>`select to_json(e) as line from events e order by id`.execute(
        db.query,
      );
      const before = await partsOf(db);
      const folder = newFolder();
      const { files } = await archiveTable(db, OLD_EVENTS, folder, () => undefined, { batch: 1 });
      const left = await partsOf(db);
      const cutOff = partOf(400);
      const old = before.filter((name) => name < cutOff);
      expect(old).toContain(partOf(520));
      expect(old).toContain(partOf(500));
      expect(before.filter((name) => !left.includes(name))).toEqual(old.filter((name) => name !== partOf(500)));
      // What is older than 400 days, in a month that is not, waits until its month is.
      const kept = [520, 500, 470, 450, 401, 399, 10].filter((days) => days === 500 || partOf(days) >= cutOff);
      expect(await subjectsLeft(db)).toEqual(kept.map((days) => `inv_${days}`));
      const subjects = stored.map(({ line }) => line.subject).filter((subject) => !kept.map((days) => `inv_${days}`).includes(subject));
      expect(files.flatMap(linesOf).map(({ subject }) => subject)).toEqual(subjects);
      await sql`delete from event_tasks`.execute(db.query);
      expect((await archiveTable(db, OLD_EVENTS, folder, () => undefined)).rows).toBe(1);
      expect(await partsOf(db)).not.toContain(partOf(500));
      expect(await subjectsLeft(db)).toEqual(kept.filter((days) => days !== 500).map((days) => `inv_${days}`));
    });
  });

  test('are not dropped when a row came while they were written, nor before everything is on the disk', async () => {
    await withDb(await useTestDatabase(), async (db) => {
      await addMonths({ db, log: silent }, new Date(Date.now() - 530 * DAY_MS), 0);
      const write = (subject: string) => sql`
        insert into events (topic, subject, version, payload, created_at) values ('invoice.paid', ${subject}, 1, '{}', now() - interval '530 days')`;
      const { rows } = await sql<{ id: string }>`${write('first')} returning id::text`.execute(db.query);
      await write('late').execute(db.query);
      const dropped = dropPart(db, partOf(530), { through: rows[0]?.id ?? '', isNeeded: sql`false` });
      await expect(dropped).rejects.toThrow('has changed');
      const needed = dropPart(db, partOf(530), { through: '1000', isNeeded: sql`true` });
      await expect(needed).rejects.toThrow('has changed');
      expect(await subjectsLeft(db)).toEqual(['first', 'late']);
      const fsync = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
        throw new Error('the disk is full');
      });
      syncBuiltinESMExports();
      try {
        await expect(archiveTable(db, OLD_EVENTS, newFolder(), () => undefined)).rejects.toThrow('the disk is full');
      } finally {
        fsync.mockRestore();
        syncBuiltinESMExports();
      }
      expect(await subjectsLeft(db)).toEqual(['first', 'late']);
      expect((await archiveTable(db, OLD_EVENTS, newFolder(), () => undefined)).rows).toBe(2);
      expect(await partsOf(db)).not.toContain(partOf(530));
    });
  });
});

describe('files', () => {
  const row = (id: string) => ({ id, month: '2026-03', line: JSON.stringify({ id }), isOld: true, isNeeded: false });
  const after = (rows: readonly SeenRow[], id: string, limit: number) =>
    rows.filter((each) => Number(each.id) > Number(id)).slice(0, limit);

  test('nothing is deleted that is not in a file: a full disk or a failed deletion loses nothing', async () => {
    const folder = newFolder();
    const removed: string[] = [];
    const left = ['1', '2', '3'];
    const source = {
      name: 'things',
      read: async (id: string, limit: number) => after(left.map(row), id, limit),
      remove: async (ids: readonly string[]) => {
        const [file = ''] = readdirSync(folder);
        expect(linesOf(join(folder, file)).map(({ id }) => id)).toEqual([...removed, ...ids]);
        if (ids.includes('3')) throw new Error('the database is away');
        removed.push(...left.splice(0, ids.length));
      },
    };
    await expect(archiveRows(source, folder, () => undefined, { batch: 2 })).rejects.toThrow('away');
    expect(removed).toEqual(['1', '2']);
    expect(left).toEqual(['3']);
  });

  test('each batch goes on behind the last row that was seen, and the first young row ends the run', async () => {
    const rows = [
      { ...row('1'), isNeeded: true },
      { ...row('2'), isNeeded: true },
      row('3'),
      { ...row('4'), isOld: false },
      row('5'),
      row('6'),
    ];
    const asked: string[] = [];
    const removed: string[] = [];
    const source = {
      name: 'things',
      read: async (id: string, limit: number) => {
        asked.push(id);
        return after(rows, id, limit);
      },
      remove: async (ids: readonly string[]) => void removed.push(...ids),
    };
    expect((await archiveRows(source, newFolder(), () => undefined, { batch: 2 })).rows).toBe(1);
    expect({ asked, removed }).toEqual({ asked: ['0', '2'], removed: ['3'] });
  });

  test('the names of new folders are on the disk before anything is deleted', async () => {
    const known = newFolder();
    const folder = join(known, 'a/b');
    const saved: unknown[] = [];
    const opened = vi.spyOn(fs, 'openSync');
    const fsync = vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
      const call = opened.mock.results.findLastIndex(({ value }) => value === handle);
      saved.push(opened.mock.calls[call]?.[0]);
    });
    syncBuiltinESMExports();
    try {
      const source = { name: 'things', read: async () => [row('1')], remove: async () => void saved.push('deleted') };
      await archiveRows(source, folder, () => undefined);
      expect(saved.splice(0)).toEqual([dirname(folder), known, join(folder, 'things-2026-03.jsonl.gz'), folder, 'deleted']);
      await archiveRows(source, folder, () => undefined);
      expect(saved).toEqual([join(folder, 'things-2026-03.2.jsonl.gz'), folder, 'deleted']);
    } finally {
      opened.mockRestore();
      fsync.mockRestore();
      syncBuiltinESMExports();
    }
  });

  test('a run never continues a file of an earlier one, whose end may be torn', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'things-2026-03.jsonl.gz'), 'torn');
    const left = [row('1')];
    const source = {
      name: 'things',
      read: async (id: string, limit: number) => after(left, id, limit),
      remove: async () => void left.pop(),
    };
    const { files } = await archiveRows(source, folder, () => undefined);
    expect(files).toEqual([join(folder, 'things-2026-03.2.jsonl.gz')]);
    expect(files.flatMap(linesOf)).toEqual([{ id: '1' }]);
    expect(readFileSync(join(folder, 'things-2026-03.jsonl.gz'), 'utf8')).toBe('torn');
  });
});

describe('npm run admin -- archive', () => {
  let command: Command;
  beforeAll(async () => {
    command = await bundleCommand('cli-admin');
  });

  test(
    'archives what is old, says where it is, and repeats safely',
    async () => {
      const url = await useTestDatabase();
      await withDb(url, seedEvents);
      const folder = newFolder();
      const env = { DATABASE_URL: url };
      const first = await command.run(['archive', folder], env);
      expect(first).toMatchObject({ code: 0, output: expect.stringContaining('4 events are in') });
      expect(first.output).toContain('No callback attempts are older than 90 days.');
      expect((await command.run(['archive', folder], env)).output).toContain('No events are older than 400 days.');
      expect(await command.run(['archive'], env)).toMatchObject({ code: 1, output: expect.stringContaining('<folder>') });
    },
    COMMANDS_MS,
  );

  test(
    'attempts that cannot be archived do not keep events from it',
    async () => {
      const url = await useTestDatabase();
      await withDb(url, async (db) => {
        await seedEvents(db);
        await sql`alter table callback_attempts rename to attempts_away`.execute(db.query);
      });
      const { code, output } = await command.run(['archive', newFolder()], { DATABASE_URL: url });
      expect(code).toBe(1);
      expect(output).toContain('Not all callback attempts were archived: relation "callback_attempts" does not exist');
      expect(output).toContain('4 events are in');
      expect(await withDb(url, subjectsLeft)).toEqual(['inv_500', 'inv_399', 'inv_10']);
    },
    COMMANDS_MS,
  );
});
