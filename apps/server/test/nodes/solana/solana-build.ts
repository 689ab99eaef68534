import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { TOKEN_PROGRAM } from '../../../src/modules/chains/adapters/solana/accounts/token-account';
import type { SolanaInstruction, SolanaTransactionInput, TokenBalance, TokenOp } from './solana-types';

export const ASSOCIATED_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const SYSTEM_PROGRAM = '11111111111111111111111111111111';
/** Stands for an exchange's or a router's own program. */
export const OTHER_PROGRAM = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';

/** A valid address or signature derived from the parts. */
export const keyOf = (...parts: readonly (string | number)[]): string =>
  base58.encode(createHash('sha256').update(parts.join('\n')).digest());
export const signatureOf = (...parts: readonly (string | number)[]): string =>
  base58.encode(createHash('sha512').update(parts.join('\n')).digest());

/** Present token accounts. */
export type Holdings = Map<string, { owner: string; mint: string; amount: bigint }>;

/** In execution order. */
export const opsOf = (instructions: readonly SolanaInstruction[]): TokenOp[] =>
  instructions.flatMap((one) =>
    one.type === 'token' ? [one.op] : one.type === 'batch' ? one.ops : one.type === 'program' ? opsOf(one.inner) : [],
  );

const wrap = (by: SolanaTransactionInput['by'], ops: readonly TokenOp[]): SolanaInstruction[] => {
  const single = ops.map((op) => ({ type: 'token' as const, op }));
  if (by === 'batch') return [{ type: 'batch', ops }];
  if (by === 'cpi') return [{ type: 'program', programId: OTHER_PROGRAM, inner: single }];
  if (by === 'cpiBatch') return [{ type: 'program', programId: OTHER_PROGRAM, inner: [{ type: 'batch', ops }] }];
  return single;
};

type Draft = {
  readonly accountKeys: readonly string[];
  readonly instructions: readonly SolanaInstruction[];
  readonly balances: readonly TokenBalance[];
};
type DraftDeps = {
  readonly holdings: Holdings;
  readonly payer: string;
  readonly mint: string;
  tokenAccountOf(owner: string, mint: string): string;
};
const PAYER_TOKENS = 10n ** 15n;

/** What a wallet would send: missing accounts are created first, and the balances are those before and after. */
export function draftTransaction(input: SolanaTransactionInput, deps: DraftDeps): Draft {
  const { holdings, payer, tokenAccountOf } = deps;
  const created: SolanaInstruction[] = [];
  const createdAccounts = new Set<string>();
  const ops = input.transfers.map(({ to, raw, from = payer, mint = deps.mint }): TokenOp => {
    const [source, destination] = [tokenAccountOf(from, mint), tokenAccountOf(to, mint)];
    if (!holdings.has(source)) holdings.set(source, { owner: from, mint, amount: PAYER_TOKENS });
    if (!holdings.has(destination) && !createdAccounts.has(destination)) {
      created.push({ type: 'createAccount', payer: from, account: destination, owner: to, mint });
      createdAccounts.add(destination);
    }
    return { checked: input.by !== 'transfer', source, destination, authority: from, mint, raw };
  });
  const touched = [...new Set(ops.flatMap(({ source, destination }) => [source, destination]))];
  const owners = new Map(input.transfers.map(({ to, mint = deps.mint }) => [tokenAccountOf(to, mint), { owner: to, mint }] as const));
  const change = (account: string): bigint =>
    ops.reduce((sum, { source, destination, raw }) => sum + (destination === account ? raw : 0n) - (source === account ? raw : 0n), 0n);
  const balances = touched.flatMap((account): TokenBalance[] => {
    const held = holdings.get(account);
    const place = held ?? owners.get(account);
    if (place === undefined || (input.failed && held === undefined)) return [];
    const after = (held?.amount ?? 0n) + (input.failed ? 0n : change(account));
    return [{ account, owner: place.owner, mint: place.mint, before: held?.amount, after }];
  });
  const instructions = [...created, ...wrap(input.by, ops)];
  const keys = [
    input.transfers[0]?.from ?? payer,
    ...touched,
    ...created.flatMap((one) => (one.type === 'createAccount' ? [one.owner, ASSOCIATED_PROGRAM, SYSTEM_PROGRAM] : [])),
    ...ops.map(({ authority }) => authority),
    ...ops.filter(({ checked }) => checked).map(({ mint }) => mint),
    ...(input.mentions ?? []),
    ...(instructions.some(({ type }) => type === 'program') ? [OTHER_PROGRAM] : []),
    TOKEN_PROGRAM,
  ];
  return { accountKeys: [...new Set(keys)], instructions, balances };
}
