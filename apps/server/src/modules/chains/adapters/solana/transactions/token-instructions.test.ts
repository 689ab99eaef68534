import { base58 } from '@scure/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { solanaKey } from '../../../../../../test/parts/chain';
import { TOKEN_PROGRAM } from '../accounts/token-account';
import { decodeTransaction } from '../solana-wire';
import { readTransfers } from './read-transaction';

const MINT = solanaKey('mint');
const ROUTER = solanaKey('a program that calls the token program');
/** The first two are watched. */
const ACCOUNTS = Array.from({ length: 5 }, (_, index) => solanaKey(`token account ${index}`));
const OWNERS = ACCOUNTS.map((_, index) => solanaKey(`owner ${index}`));
const START = 10n ** 12n;

type Move = { readonly from: number; readonly to: number; readonly raw: bigint; readonly checked: boolean };
type Call = { readonly moves: readonly Move[]; readonly isBatch: boolean };
type Tree = readonly { readonly isProgram: boolean; readonly calls: readonly Call[] }[];

const move = fc.record({
  from: fc.nat(ACCOUNTS.length - 1),
  to: fc.nat(ACCOUNTS.length - 1),
  raw: fc.bigInt(0n, 1_000_000n),
  checked: fc.boolean(),
});
const call: fc.Arbitrary<Call> = fc.oneof(
  move.map((one) => ({ moves: [one], isBatch: false })),
  fc.array(move, { minLength: 1, maxLength: 4 }).map((moves) => ({ moves, isBatch: true })),
);
const tree: fc.Arbitrary<Tree> = fc.array(fc.record({ isProgram: fc.boolean(), calls: fc.array(call, { minLength: 1, maxLength: 3 }) }), {
  minLength: 1,
  maxLength: 4,
});

const keyAt = (index: number): string => ACCOUNTS[index] ?? '';
const accountsOf = ({ from, to, checked }: Move): string[] => [keyAt(from), ...(checked ? [MINT] : []), keyAt(to), OWNERS[from] ?? ''];
function bytesOf({ raw, checked }: Move): number[] {
  const amount = new Uint8Array(8);
  new DataView(amount.buffer).setBigUint64(0, raw, true);
  return checked ? [12, ...amount, 6] : [3, ...amount];
}
const parsedOf = (one: Move) => {
  const info = { source: keyAt(one.from), destination: keyAt(one.to), authority: OWNERS[one.from] };
  const [amount, mint] = [one.raw.toString(), MINT];
  return one.checked
    ? { type: 'transferChecked', info: { ...info, mint, tokenAmount: { amount, decimals: 6 } } }
    : { type: 'transfer', info: { ...info, amount } };
};

function shapeOf({ moves, isBatch }: Call, parses: boolean): object {
  const [only] = moves;
  if (only === undefined) throw new Error('a call without moves');
  const parsed = isBatch ? { type: 'batch', info: { instructions: moves.map(parsedOf) } } : parsedOf(only);
  if (parses) return { program: 'spl-token', programId: TOKEN_PROGRAM, parsed };
  const data = isBatch ? [255, ...moves.flatMap((one) => [accountsOf(one).length, bytesOf(one).length, ...bytesOf(one)])] : bytesOf(only);
  return { programId: TOKEN_PROGRAM, accounts: moves.flatMap(accountsOf), data: base58.encode(Uint8Array.from(data)) };
}

/** Instructions that move no tokens: 38 and 45 of the token program, and other programs' ones. */
const NOISE = [
  { programId: TOKEN_PROGRAM, accounts: [keyAt(0)], data: base58.encode(Uint8Array.of(38)) },
  { programId: TOKEN_PROGRAM, parsed: { type: 'unwrapLamports', info: {} } },
  { programId: ROUTER, accounts: [keyAt(0), keyAt(1)], data: base58.encode(Uint8Array.of(3, 1, 2, 3, 4, 5, 6, 7, 8)) },
];

/** The transaction as a node returns it; `minted` reached the first account without a parsable instruction. */
function transactionOf(instructions: Tree, parses: boolean, minted = 0n) {
  const moves = instructions.flatMap(({ calls }) => calls.flatMap((one) => one.moves));
  const deltaOf = (index: number) =>
    moves.reduce((sum, { from, to, raw }) => sum + (to === index ? raw : 0n) - (from === index ? raw : 0n), index === 0 ? minted : 0n);
  const balance = (accountIndex: number, amount: bigint) => ({
    accountIndex,
    mint: MINT,
    owner: OWNERS[accountIndex],
    programId: TOKEN_PROGRAM,
    uiTokenAmount: { amount: amount.toString() },
  });
  // A program's calls are its inner instructions; calls without a program are outer instructions.
  const outer = instructions.flatMap(({ isProgram, calls }): { shape: object; inner: object[] }[] =>
    isProgram
      ? [{ shape: { programId: ROUTER, accounts: [], data: '' }, inner: calls.map((one) => shapeOf(one, parses)) }]
      : calls.map((one) => ({ shape: shapeOf(one, parses), inner: [] })),
  );
  const all = [...NOISE.map((shape) => ({ shape, inner: [] as object[] })), ...outer];
  const transaction = decodeTransaction({
    slot: 7,
    blockTime: 1_800_000_000,
    meta: {
      err: null,
      preTokenBalances: ACCOUNTS.map((_, index) => balance(index, START)),
      postTokenBalances: ACCOUNTS.map((_, index) => balance(index, START + deltaOf(index))),
      innerInstructions: all.flatMap(({ inner }, index) => (inner.length > 0 ? [{ index, instructions: inner }] : [])),
    },
    transaction: {
      signatures: ['x'.repeat(64)],
      message: { accountKeys: [...ACCOUNTS, MINT].map((pubkey) => ({ pubkey })), instructions: all.map(({ shape }) => shape) },
    },
  });
  if (transaction === null) throw new Error('a transaction that was given');
  return { transaction, moves, deltaOf };
}

const watched = (index: number) => ({ ownerKey: OWNERS[index] ?? '', tokenAccount: keyAt(index) });
const sumOf = (items: readonly { readonly raw: bigint }[]) => items.reduce((sum, { raw }) => sum + raw, 0n);

test('the rows of any transaction are its transfers, add up to the balance change and have unique identities', () => {
  fc.assert(
    fc.property(tree, (instructions) => {
      const { transaction, moves, deltaOf } = transactionOf(instructions, true);
      const rows = [0, 1].map((index) => readTransfers(transaction, watched(index), MINT));
      for (const index of [0, 1]) {
        const incoming = moves.filter(({ from, to, raw }) => to === index && from !== index && raw > 0n);
        const outgoing = moves.filter(({ from, to }) => from === index && to !== index);
        expect(rows[index]?.map(({ raw }) => raw)).toEqual(incoming.map(({ raw }) => raw));
        expect(sumOf(rows[index] ?? []) - sumOf(outgoing)).toBe(deltaOf(index));
      }
      const all = rows.flat();
      expect(new Set(all.map(({ logKey }) => logKey)).size).toBe(all.length);
      expect(new Set(all.map(({ logIndex }) => logIndex)).size).toBe(all.length);
    }),
  );
});

test('a node that parses instructions and one that does not return the same rows', () => {
  fc.assert(
    fc.property(tree, (instructions) => {
      for (const index of [0, 1]) {
        const read = (parses: boolean) => readTransfers(transactionOf(instructions, parses).transaction, watched(index), MINT);
        expect(read(false)).toEqual(read(true));
      }
    }),
  );
});

test('what the instructions do not explain is one row by balance, per account', () => {
  fc.assert(
    fc.property(tree, fc.bigInt(1n, 1_000n), (instructions, minted) => {
      const { transaction, deltaOf } = transactionOf(instructions, true, minted);
      const [first, second] = [0, 1].map((index) => readTransfers(transaction, watched(index), MINT));
      const delta = deltaOf(0);
      expect(first?.map(({ logKey, raw }) => [logKey, raw])).toEqual(delta > 0n ? [[`delta:${keyAt(0)}`, delta]] : []);
      const all = [...(first ?? []), ...(second ?? [])];
      expect(new Set(all.map(({ logIndex }) => logIndex)).size).toBe(all.length);
      expect(second?.some(({ logKey }) => logKey.startsWith('delta:'))).toBe(false);
    }),
  );
});

test('what an owner moves between two of their token accounts is no income', () => {
  const { transaction } = transactionOf(
    [
      {
        isProgram: false,
        calls: [
          { isBatch: false, moves: [{ from: 2, to: 0, raw: 5n, checked: true }] },
          { isBatch: false, moves: [{ from: 3, to: 0, raw: 7n, checked: true }] },
        ],
      },
    ],
    true,
  );
  const handOver = (balances: typeof transaction.meta.preTokenBalances) =>
    balances?.map((balance) => (balance.accountIndex === 2 ? { ...balance, owner: OWNERS[0] ?? '' } : balance));
  const meta = {
    ...transaction.meta,
    preTokenBalances: handOver(transaction.meta.preTokenBalances),
    postTokenBalances: handOver(transaction.meta.postTokenBalances),
  };
  expect(readTransfers({ ...transaction, meta }, watched(0), MINT)).toMatchObject([{ raw: 7n, fromAddress: OWNERS[3] }]);
});

test('a malformed batch is not guessed at', () => {
  const { transaction } = transactionOf(
    [{ isProgram: false, calls: [{ isBatch: true, moves: [{ from: 2, to: 0, raw: 5n, checked: false }] }] }],
    false,
  );
  const batch = transaction.transaction.message.instructions.at(-1);
  if (batch?.data === undefined) throw new Error('a batch in bytes');
  for (const bytes of [[255, 3, 200, 3], [255, 9, 9, 3, 5, 0, 0, 0, 0, 0, 0, 0], [255, 3, 0], [255]]) {
    batch.data = base58.encode(Uint8Array.from(bytes));
    expect(readTransfers(transaction, watched(0), MINT)).toMatchObject([{ logKey: `delta:${keyAt(0)}`, raw: 5n }]);
  }
});

test('accounts of lookup tables are ordered static, writable, read-only', () => {
  const { transaction } = transactionOf(
    [{ isProgram: true, calls: [{ isBatch: true, moves: [{ from: 2, to: 1, raw: 9n, checked: true }] }] }],
    true,
  );
  const [keys, message] = [transaction.transaction.message.accountKeys, transaction.transaction.message];
  const looked = { ...message, accountKeys: keys.map((key, index) => ({ ...key, source: index > 0 ? 'lookupTable' : 'transaction' })) };
  const apart = { ...message, accountKeys: keys.slice(0, 1) };
  const loadedAddresses = { writable: keys.slice(1, 3).map(({ pubkey }) => pubkey), readonly: keys.slice(3).map(({ pubkey }) => pubkey) };
  const withMessage = (changed: typeof message) => ({
    ...transaction,
    meta: { ...transaction.meta, loadedAddresses },
    transaction: { ...transaction.transaction, message: changed },
  });
  for (const changed of [looked, apart])
    expect(readTransfers(withMessage(changed), watched(1), MINT)).toMatchObject([{ logKey: `3.0#0:${keyAt(1)}`, raw: 9n }]);
});

test('another mint, Token-2022, another owner and a failed transaction add nothing', () => {
  const { transaction } = transactionOf(
    [{ isProgram: false, calls: [{ isBatch: false, moves: [{ from: 2, to: 0, raw: 5n, checked: false }] }] }],
    true,
  );
  expect(readTransfers(transaction, watched(0), MINT)).toHaveLength(1);
  expect(readTransfers(transaction, watched(0), solanaKey('another mint'))).toEqual([]);
  expect(readTransfers(transaction, { ...watched(0), ownerKey: solanaKey('former owner') }, MINT)).toEqual([]);
  expect(
    readTransfers({ ...transaction, meta: { ...transaction.meta, err: { InstructionError: [0, 'Custom'] } } }, watched(0), MINT),
  ).toEqual([]);
  const token2022 = (balances: typeof transaction.meta.preTokenBalances) =>
    balances?.map((balance) => ({ ...balance, programId: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' }));
  const other = {
    ...transaction.meta,
    preTokenBalances: token2022(transaction.meta.preTokenBalances),
    postTokenBalances: token2022(transaction.meta.postTokenBalances),
  };
  expect(readTransfers({ ...transaction, meta: { ...other } }, watched(0), MINT)).toEqual([]);
});
