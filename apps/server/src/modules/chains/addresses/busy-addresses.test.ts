import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { addWallet, evmAddress, newMerchant, newStore } from '../../../../test/stores';
import type { UserId } from '../../../platform/id-types';
import { newId } from '../../../platform/ids';
import { markBusyAddresses } from './ownership.queries';

let app: TestApp;
let userId: UserId;
const [BUSY, QUIET, OLD] = [evmAddress(1), evmAddress(2), evmAddress(3)];
const MINUTE_MS = 60_000;
const NOW = new Date('2026-11-16T12:00:00Z');
const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);

beforeAll(async () => {
  app = await startTestApp();
  const merchant = await newMerchant(app, 'alice_1');
  userId = merchant.userId;
  for (const address of [BUSY, QUIET, OLD]) await addWallet(merchant, (await newStore(merchant)).id, 'BEP20', address);
});

/** Rows as the watcher stores them: seen now, in blocks of this time. */
async function receive(key: string, count: number, seenAt: Date, blockTime: Date, state = 'unmatched'): Promise<void> {
  const reorgedAt = state === 'reorged' ? seenAt : null;
  for (let i = 0; i < count; i += 1) {
    const id = newId('transfer', seenAt);
    await sql`
      insert into transfers (id, network, family, tx_hash, log_index, log_key, from_address, to_address, to_key, owner_id, amount, raw,
                             block_number, block_hash, block_time, state, seen_at, reorged_at)
      values (${id}, 'BEP20', 'evm', ${id}, 0, '0', 'x', ${key}, ${key}, ${userId}, 1, 1, 1, 'x', ${blockTime}, ${state}, ${seenAt}, ${reorgedAt})`.execute(
      app.platform.db.query,
    );
  }
}
const busy = async () =>
  (await app.platform.db.query.selectFrom('address_owners').select('address_key').where('is_busy', '=', true).execute()).map(
    ({ address_key: key }) => key,
  );

test('an address with more than 100 transfers within an hour becomes busy, and quiet again later', async () => {
  await receive(BUSY, 101, at(-5), at(-10));
  await receive(QUIET, 100, at(-5), at(-10));
  await receive(QUIET, 5, at(-5), at(-10), 'reorged');
  await receive(OLD, 120, at(-5), at(-90)); // read late: a network catching up does not make an address busy
  expect(await markBusyAddresses(app.platform.db.query, NOW)).toEqual({ busy: 1, quiet: 0 });
  expect(await busy()).toEqual([BUSY]);

  await receive(BUSY, 51, at(55), at(55)); // fewer, yet more than half: it stays busy
  expect(await markBusyAddresses(app.platform.db.query, at(65))).toEqual({ busy: 0, quiet: 0 });
  expect(await markBusyAddresses(app.platform.db.query, at(120))).toEqual({ busy: 0, quiet: 1 });
  expect(await busy()).toEqual([]);
});

test('what a node reported at registration holds for an hour', async () => {
  await sql`update address_owners set is_busy = true, busy_at = ${at(200)} where address_key = ${QUIET}`.execute(app.platform.db.query);
  expect(await markBusyAddresses(app.platform.db.query, at(259))).toEqual({ busy: 0, quiet: 0 });
  expect(await markBusyAddresses(app.platform.db.query, at(260))).toEqual({ busy: 0, quiet: 1 });
});
