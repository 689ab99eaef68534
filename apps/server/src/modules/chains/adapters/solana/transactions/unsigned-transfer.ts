import { base58 } from '@scure/base';
import { assert } from '../../../../../platform/assert';
import { ASSOCIATED_TOKEN_PROGRAM, associatedTokenAccount, TOKEN_PROGRAM } from '../accounts/token-account';

export type TokenTransfer = {
  /** The wallet that signs, pays the network's fee and holds the tokens in its associated account. */
  readonly from: string;
  /** The owner of the receiving account, which is created if it does not exist. */
  readonly to: string;
  readonly mint: string;
  readonly units: bigint;
  readonly decimals: number;
  readonly blockhash: string;
};

/** 32 zero bytes. */
const SYSTEM_PROGRAM = '1'.repeat(32);
/** The associated token program's CreateIdempotent and the token program's TransferChecked. */
const CREATE_IDEMPOTENT = 1;
const TRANSFER_CHECKED = 12;
const SIGNATURE_BYTES = 64;
const U64_BYTES = 8;

function u64(value: bigint): number[] {
  assert(value > 0n && value < 1n << 64n, 'an amount of 64 bits');
  const bytes = Buffer.alloc(U64_BYTES);
  bytes.writeBigUInt64LE(value);
  return [...bytes];
}

/** Counts below 128 are one byte in Solana's compact form. */
const listOf = (items: readonly number[]): number[] => [items.length, ...items];
const instruction = (program: number, accounts: readonly number[], data: readonly number[]): number[] => [
  program,
  ...listOf(accounts),
  ...listOf(data),
];

/** A transaction of the original format with an empty signature, as wallets take it (solana.com/docs/core/transactions). */
export function unsignedTransfer({ from, to, mint, units, decimals, blockhash }: TokenTransfer): Uint8Array {
  assert(from !== to, 'two wallets');
  const [source, destination] = [associatedTokenAccount(from, mint), associatedTokenAccount(to, mint)];
  // The signer, then what is written, then the five that are only read.
  const accounts = [from, source, destination, to, mint, SYSTEM_PROGRAM, TOKEN_PROGRAM, ASSOCIATED_TOKEN_PROGRAM];
  const at = (account: string): number => accounts.indexOf(account);
  const create = instruction(at(ASSOCIATED_TOKEN_PROGRAM), [from, destination, to, mint, SYSTEM_PROGRAM, TOKEN_PROGRAM].map(at), [
    CREATE_IDEMPOTENT,
  ]);
  const transfer = instruction(at(TOKEN_PROGRAM), [source, mint, destination, from].map(at), [TRANSFER_CHECKED, ...u64(units), decimals]);
  return Uint8Array.from([
    ...[1, ...new Array<number>(SIGNATURE_BYTES).fill(0)],
    ...[1, 0, 5],
    accounts.length,
    ...accounts.flatMap((account) => [...base58.decode(account)]),
    ...base58.decode(blockhash),
    ...[2, ...create, ...transfer],
  ]);
}
