import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app';
import { startTestChain, type TestChain } from '../../test/parts/chain';
import { startOwnPostgres } from '../../test/parts/own-postgres';
import { startReceiver } from '../../test/parts/receiver';
import { becomes, expectSound, openShop, order, payShop } from '../../test/shop';
import { reportRestore } from './restore-report';

const MASTER_KEY = `1:${randomBytes(32).toString('base64')}`;

const startOn = (url: string, chain: TestChain): Promise<TestApp> =>
  startTestApp({
    networks: [chain.settings('BEP20')],
    roles: ['api', 'worker', 'watcher'],
    env: { DATABASE_URL: url, MASTER_KEY },
  });

const transfersOf = async (app: TestApp) =>
  (
    await sql<{ state: string; hashes: number; rows: number }>`
      select state, count(distinct tx_hash)::integer as hashes, count(*)::integer as rows from transfers group by 1 order by 1`.execute(
      app.platform.db.query,
    )
  ).rows;

/** docs/runbooks/restore.md, carried out. */
test('F43: restored to a time before some payments: each is found once, callbacks keep their ids, and a report explains the gap', async () => {
  const [primary, chain] = [await startOwnPostgres({ archives: true }), await startTestChain()];
  let isAway = true;
  const receiver = await startReceiver((response, { path }) => response.writeHead(isAway && path === '/waits' ? 500 : 200).end('{}'));
  const before = await startOn(primary.url, chain);
  const shop = await openShop(before);
  const pay = (micros: bigint) => payShop(chain, 'BEP20', shop.addresses.BEP20, micros);
  const backup = await primary.backUp();

  const early = await order(before, shop, '10', { callback_url: `${receiver.url}/waits` });
  const { blockNumber } = await pay(early.payable);
  await becomes(before, chain, early.transId, { status: 'SUCCESS' });
  await receiver.waitFor('/waits', 1);
  const open = await order(before, shop, '20', { callback_url: `${receiver.url}/open` });
  const [clock] = await primary.ask<{ now: Date }>('select clock_timestamp() as now');
  const time = new Date((clock?.now.getTime() ?? 0) + 1); // PostgreSQL counts microseconds

  await pay(open.payable);
  await becomes(before, chain, open.transId, { status: 'SUCCESS' });
  const lost = await order(before, shop, '30');
  await pay(lost.payable);
  await becomes(before, chain, lost.transId, { status: 'SUCCESS' });
  await receiver.waitFor('/open', 1);
  const [switched] = await primary.ask<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  await vi.waitFor(async () => {
    const [archiver] = await primary.ask<{ last: string | null }>('select last_archived_wal as last from pg_stat_archiver');
    expect(String(archiver?.last ?? '') >= String(switched?.file)).toBe(true);
  });
  await before.stop();
  await primary.stop();

  isAway = false;
  const restored = await backup.restoreTo(time);
  const after = await startOn(restored.url, chain);
  await becomes(after, chain, open.transId, { status: 'SUCCESS' });
  await after.services.chains.requestRescan('BEP20', blockNumber);
  await vi.waitFor(async () => {
    await chain.mine();
    const { rescan_from } = await after.platform.db.query.selectFrom('chain_cursors').select('rescan_from').executeTakeFirstOrThrow();
    expect(rescan_from).toBeNull();
    expect(await transfersOf(after)).toEqual([
      { state: 'matched', hashes: 2, rows: 2 },
      { state: 'unmatched', hashes: 1, rows: 1 },
    ]);
  });
  await expectSound(after);

  await after.platform.db.query.updateTable('callback_deliveries').set({ due_at: new Date() }).where('outcome', 'is', null).execute();
  for (const path of ['/waits', '/open'])
    expect(new Set((await receiver.waitFor(path, 2)).map(({ headers }) => headers['webhook-id'])).size, path).toBe(1);

  const { lines, isWrong } = await reportRestore(after.platform.db, time, 'Asia/Ho_Chi_Minh');
  expect(lines.join('\n')).toContain('credited once');
  expect(lines.join('\n')).toMatch(/BEP20: 1 transfers, 30\.\d+ USDT, fit no invoice/);
  expect(lines).toContain('The ledger adds up.');
  expect(isWrong).toBe(false);
}, 240_000);
