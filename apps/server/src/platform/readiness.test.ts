import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { afterFile } from '../../test/after-file';
import { createTestMailer } from '../../test/app';
import { type OwnPostgres, startOwnPostgres } from '../../test/parts/own-postgres';
import { createDb } from './db/db';
import { createReadiness } from './readiness';

let primary: OwnPostgres;

beforeAll(async () => {
  primary = await startOwnPostgres();
}, 240_000);

/** What `/ready` of a process on this database says. */
function readinessOn({ url }: OwnPostgres) {
  const db = createDb({ url, poolMax: 2, applicationName: 'test' });
  afterFile(db.close);
  const readiness = createReadiness({ db, mailer: createTestMailer(), databaseTime: { complaint: () => undefined } as never });
  return async () => {
    const { ready, detail } = await readiness();
    return [ready, detail.database];
  };
}

test('a standby is not ready, and says how far behind it is', async () => {
  const standby = await (await primary.backUp()).startStandby();
  const ready = readinessOn(standby);
  await primary.ask('create table first (id integer)');
  await vi.waitFor(async () => expect(await standby.ask("select to_regclass('first')::text as name")).toEqual([{ name: 'first' }]));
  await standby.ask('select pg_wal_replay_pause()');
  await vi.waitFor(async () => expect(await standby.ask('select pg_get_wal_replay_pause_state() as now')).toEqual([{ now: 'paused' }]));
  await primary.ask('create table second (id integer)');
  // It counts from the last change that was replayed, which is the same for as long as it pauses.
  await vi.waitFor(async () => expect(await ready()).toEqual([false, expect.stringMatching(/^read only: a standby, [1-9]\d* s behind$/)]));
  expect(await standby.ask("select to_regclass('second')::text as name")).toEqual([{ name: null }]);
  expect(await readinessOn(primary)()).toEqual([true, 'ok']);
}, 240_000);

test('a primary whose commits wait for a standby that is gone is not ready, until it is back', async () => {
  const ready = readinessOn(primary);
  const reload = async (names: string) => {
    await primary.ask(`alter system set synchronous_standby_names = '${names}'`);
    await primary.ask('select pg_reload_conf()');
    await vi.waitFor(async () =>
      expect(await primary.ask('show synchronous_standby_names')).toEqual([{ synchronous_standby_names: names }]),
    );
  };
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  afterFile(() => client.end());
  await reload('gone');
  const commit = client.query('create table third (id integer)');
  await vi.waitFor(async () => expect(await ready()).toEqual([false, 'its commits wait for a standby that does not answer']), 60_000);
  await reload('');
  await commit;
  await vi.waitFor(async () => expect(await ready()).toEqual([true, 'ok']));
}, 240_000);
