import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/database';
import { createScanner, cursorOf, type Scanner, topicsOf, transfersOf, until, watch } from '../../../../../test/scanner';
import { keyOf, startSolanaNode } from '../../../../../test/solana-node';
import { findTransfers } from './solana-transfers.domain';

const node = await startSolanaNode();
let scanner: Scanner;
let owner: string;
let count = 0;

beforeEach(async () => {
  count += 1;
  owner = keyOf(`owner ${count}`);
  scanner = createScanner((await createTestDatabase()).url, [node.settings]);
  await watch(scanner, 'SOLANA', owner);
  scanner.startWatching();
});
afterEach(() => scanner.stopWatching());

const rows = () => transfersOf(scanner.db);

test('a payment is seen when confirmed and final when finalized', async () => {
  const signature = node.pay({ to: owner, parts: [7_500_000n] });
  await until(async () => expect(await rows()).toHaveLength(1));
  expect(await rows()).toMatchObject([
    {
      network: 'SOLANA',
      tx_hash: signature,
      log_index: 0,
      amount: 7_500_000n,
      to_address: owner,
      from_address: keyOf('payer'),
      final_at: null,
    },
  ]);
  node.advance(5);
  await until(async () => expect((await rows())[0]?.final_at).not.toBeNull());
  expect(await topicsOf(scanner.db)).toEqual(['transfer.seen', 'transfer.final']);
});

test('several transfers in one transaction, called by another program, are several rows', async () => {
  node.pay({ to: owner, parts: [1_000_000n, 2_000_000n], inner: true, checked: true });
  await until(async () =>
    expect((await rows()).map((row) => [row.log_index, row.amount])).toEqual([
      [0, 1_000_000n],
      [1, 2_000_000n],
    ]),
  );
});

test('what cannot be parsed is one row by the balance; failures and other mints are none', async () => {
  node.pay({ to: owner, parts: [9_000_000n], failed: true });
  node.pay({ to: owner, parts: [9_000_000n], mint: keyOf('fake mint') });
  node.pay({ to: owner, parts: [3_000_000n], opaque: true });
  await until(async () => expect((await rows()).map((row) => row.amount)).toEqual([3_000_000n]));
  node.advance(5);
  await until(async () => expect((await rows())[0]?.final_at).not.toBeNull());
});

test('a confirmed payment that never becomes final is taken back', async () => {
  node.pay({ to: owner, parts: [4_000_000n] });
  await until(async () => expect(await rows()).toHaveLength(1));
  node.forget();
  node.advance(400);
  await until(async () => expect(await rows()).toMatchObject([{ state: 'reorged', final_at: null }]));
  expect(await topicsOf(scanner.db)).toEqual(['transfer.seen', 'transfer.reorged']);
});

test('more payments than a page holds are all found, in pages', async () => {
  const paid = Array.from({ length: 1_050 }, (_, index) => node.pay({ to: owner, parts: [BigInt(index + 1) * 1_000n] }));
  await until(async () => expect(await rows()).toHaveLength(paid.length), 25_000);
});

test('owners whom nobody is about to pay are not asked at every look', async () => {
  scanner.onBusyOwners(async () => new Set([owner]));
  await watch(scanner, 'SOLANA', keyOf(`idle ${count}`), 'idle');
  await until(async () =>
    expect(await scanner.db.query.selectFrom('watched_token_accounts').select('owner_key').execute()).toHaveLength(2),
  );
  const [before, from] = [node.calls.get('getSignaturesForAddress') ?? 0, node.calls.get('getBlockTime') ?? 0];
  await until(() => expect(node.calls.get('getBlockTime') ?? 0).toBeGreaterThan(from + 10));
  const looks = (node.calls.get('getBlockTime') ?? 0) - from;
  expect((node.calls.get('getSignaturesForAddress') ?? 0) - before).toBeLessThanOrEqual(looks + 2);
});

test('other decimals than the mint has refuse the network', async () => {
  await scanner.stopWatching();
  scanner = createScanner((await createTestDatabase()).url, [{ ...node.settings, decimals: 9 }]);
  scanner.startWatching();
  await until(async () => expect((await cursorOf(scanner.db, 'SOLANA')).refused).toContain('6 decimals, 9 are configured'));
});

test('transfers count only when they explain the balance', () => {
  const move = (source: string, destination: string, raw: bigint) => ({ source, destination, authority: 'a', raw });
  const instructions = [move('x', 'me', 5n), move('x', 'y', 9n), move('me', 'z', 2n), move('me', 'me', 4n)];
  expect(findTransfers('me', instructions, { before: 10n, after: 13n })).toMatchObject([{ ordinal: 0, raw: 5n }]);
  expect(findTransfers('me', instructions, { before: 10n, after: 20n })).toMatchObject([{ ordinal: 0, raw: 10n }]);
  expect(findTransfers('me', instructions, { before: 10n, after: 9n })).toEqual([]);
});
