import { base58 } from '@scure/base';
import { TOKEN_PROGRAM } from '../../../src/modules/chains/adapters/solana/accounts/token-account';
import { ASSOCIATED_PROGRAM, SYSTEM_PROGRAM } from './solana-build';
import type { PlacedTransaction, SolanaInstruction, SolanaTransaction, TokenBalance, TokenOp } from './solana-types';

const TRANSFER = 3;
const TRANSFER_CHECKED = 12;
const BATCH = 255;
/** As the token program reports insufficient funds. */
export const FAILURE = { InstructionError: [0, { Custom: 1 }] };

export type ShapeOptions = { readonly decimals: number; readonly parsesBatch: boolean };

export function tokenAmount(raw: bigint, decimals: number): object {
  const digits = raw.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  const text = `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`;
  return { amount: raw.toString(), decimals, uiAmount: Number.parseFloat(text), uiAmountString: text };
}

const accountsOf = ({ checked, source, mint, destination, authority }: TokenOp): string[] =>
  checked ? [source, mint, destination, authority] : [source, destination, authority];

function dataOf({ checked, raw }: TokenOp, decimals: number): Uint8Array {
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64LE(raw);
  return Uint8Array.from(checked ? [TRANSFER_CHECKED, ...amount, decimals] : [TRANSFER, ...amount]);
}

/** Per inner instruction the number of accounts, the length of the data, and the data. */
function batchData(ops: readonly TokenOp[], decimals: number): Uint8Array {
  return Uint8Array.from([
    BATCH,
    ...ops.flatMap((op) => {
      const data = dataOf(op, decimals);
      return [accountsOf(op).length, data.length, ...data];
    }),
  ]);
}

function parsedOp({ checked, source, destination, authority, mint, raw }: TokenOp, decimals: number): object {
  return checked
    ? { info: { authority, destination, mint, source, tokenAmount: tokenAmount(raw, decimals) }, type: 'transferChecked' }
    : { info: { amount: raw.toString(), authority, destination, source }, type: 'transfer' };
}

function instructionShape(one: SolanaInstruction, stackHeight: number, { decimals, parsesBatch }: ShapeOptions): object {
  const token = { program: 'spl-token', programId: TOKEN_PROGRAM };
  if (one.type === 'token') return { parsed: parsedOp(one.op, decimals), ...token, stackHeight };
  if (one.type === 'batch' && parsesBatch)
    return { parsed: { info: { instructions: one.ops.map((op) => parsedOp(op, decimals)) }, type: 'batch' }, ...token, stackHeight };
  if (one.type === 'batch')
    return {
      accounts: one.ops.flatMap(accountsOf),
      data: base58.encode(batchData(one.ops, decimals)),
      programId: TOKEN_PROGRAM,
      stackHeight,
    };
  if (one.type === 'createAccount') {
    const { account, mint, payer: source, owner: wallet } = one;
    return {
      parsed: {
        info: { account, mint, source, systemProgram: SYSTEM_PROGRAM, tokenProgram: TOKEN_PROGRAM, wallet },
        type: 'createIdempotent',
      },
      program: 'spl-associated-token-account',
      programId: ASSOCIATED_PROGRAM,
      stackHeight,
    };
  }
  return { accounts: [], data: base58.encode(Uint8Array.of(1, 2, 3)), programId: one.programId, stackHeight };
}

const balanceShape = (transaction: SolanaTransaction, balance: TokenBalance, raw: bigint, decimals: number): object => ({
  accountIndex: transaction.accountKeys.indexOf(balance.account),
  mint: balance.mint,
  owner: balance.owner,
  programId: TOKEN_PROGRAM,
  uiTokenAmount: tokenAmount(raw, decimals),
});

/** A transaction in getTransaction and getBlock, in jsonParsed encoding. */
export function transactionShape({ transaction, block }: PlacedTransaction, options: ShapeOptions): object {
  const { accountKeys, instructions, balances, failed } = transaction;
  const before = balances.filter((balance) => balance.before !== undefined);
  return {
    meta: {
      computeUnitsConsumed: 4_644,
      err: failed ? FAILURE : null,
      fee: 5_000,
      innerInstructions: instructions.flatMap((one, index) =>
        one.type === 'program' ? [{ index, instructions: one.inner.map((inner) => instructionShape(inner, 2, options)) }] : [],
      ),
      logMessages: [],
      postBalances: accountKeys.map(() => 1_000_000),
      postTokenBalances: balances.map((balance) => balanceShape(transaction, balance, balance.after, options.decimals)),
      preBalances: accountKeys.map(() => 1_000_000),
      preTokenBalances: before.map((balance) => balanceShape(transaction, balance, balance.before ?? 0n, options.decimals)),
      rewards: [],
      status: failed ? { Err: FAILURE } : { Ok: null },
    },
    transaction: {
      message: {
        accountKeys: accountKeys.map((pubkey, index) => ({ pubkey, signer: index === 0, source: 'transaction', writable: index < 3 })),
        ...(transaction.version === 'legacy' ? {} : { addressTableLookups: [] }),
        instructions: instructions.map((one) => instructionShape(one, 1, options)),
        recentBlockhash: block.previousBlockhash,
      },
      signatures: [transaction.signature],
    },
    version: transaction.version,
  };
}
