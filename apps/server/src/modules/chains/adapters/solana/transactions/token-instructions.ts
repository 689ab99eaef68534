import { base58 } from '@scure/base';
import { TOKEN_PROGRAM } from '../accounts/token-account';
import type { Instruction, SolanaTransaction } from '../solana-wire';
import type { TokenMove } from './solana-transfers.domain';

/** Discriminators of the Token program. 38 (withdrawExcessLamports) and 45 (unwrapLamports) move no tokens. */
const TRANSFER = 3;
const TRANSFER_CHECKED = 12;
const BATCH = 255;
const AMOUNT_BYTES = 8;
/** A transaction has at most 1,232 bytes (4,096 from version 1 on); longer data cannot come from a valid one. */
const DATA_CHARS_MAX = 8_192;

type Move = Omit<TokenMove, 'path'>;
type Parsed = { type?: unknown; info?: unknown; parsed?: unknown };
type Info = Record<string, unknown> & { tokenAmount?: { amount?: unknown }; instructions?: unknown };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function u64At(data: Uint8Array, offset: number): bigint {
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(offset, true);
}

/** One token instruction as bytes: transfer is (source, destination, authority); transferChecked has the mint second. */
function decodeOne(accounts: readonly string[], data: Uint8Array): Move | undefined {
  const [kind] = data;
  if ((kind !== TRANSFER && kind !== TRANSFER_CHECKED) || data.length < 1 + AMOUNT_BYTES) return undefined;
  const [source, destination, authority = ''] = kind === TRANSFER ? accounts : accounts.filter((_, index) => index !== 1);
  if (source === undefined || destination === undefined) return undefined;
  return { source, destination, authority, raw: u64At(data, 1) };
}

/**
 * A batch holds, per instruction, a u8 account count, a u8 length and the data; the accounts of all follow one another. A malformed batch
 * is not guessed at: the balance then tells what arrived. Batches cannot be nested.
 */
function decodeBatch(accounts: readonly string[], data: Uint8Array): (Move | undefined)[] {
  const moves: (Move | undefined)[] = [];
  let accountAt = 0;
  for (let at = 1; at < data.length; ) {
    const [accountCount, length] = [data[at] ?? 0, data[at + 1] ?? 0];
    const end = at + 2 + length;
    if (length === 0 || end > data.length || accountAt + accountCount > accounts.length) return [];
    moves.push(decodeOne(accounts.slice(accountAt, accountAt + accountCount), data.subarray(at + 2, end)));
    accountAt += accountCount;
    at = end;
  }
  return moves;
}

const numbered = (moves: readonly (Move | undefined)[], path: string): TokenMove[] =>
  moves.flatMap((move, index) => (move === undefined ? [] : [{ ...move, path: `${path}#${index}` }]));
const single = (move: Move | undefined, path: string): TokenMove[] => (move === undefined ? [] : [{ ...move, path }]);

function decodeRaw({ accounts, data }: Instruction, path: string): TokenMove[] {
  if (accounts === undefined || data === undefined || data.length > DATA_CHARS_MAX) return [];
  let bytes: Uint8Array;
  try {
    bytes = base58.decode(data);
  } catch {
    return [];
  }
  return bytes[0] === BATCH ? numbered(decodeBatch(accounts, bytes), path) : single(decodeOne(accounts, bytes), path);
}

function parsedMove(value: unknown): Move | undefined {
  const { type, info } = (isObject(value) ? (isObject(value.parsed) ? value.parsed : value) : {}) as Parsed;
  if (!isObject(info) || (type !== 'transfer' && type !== 'transferChecked')) return undefined;
  const { source, destination, authority, multisigAuthority, amount, tokenAmount } = info as Info;
  const raw = textOf(type === 'transfer' ? amount : tokenAmount?.amount);
  if (!/^\d{1,20}$/.test(raw)) return undefined;
  return {
    source: textOf(source),
    destination: textOf(destination),
    authority: textOf(authority) || textOf(multisigAuthority),
    raw: BigInt(raw),
  };
}

/** The instructions of a batch that the node parsed; undefined when it is not a batch. */
function parsedBatch(parsed: Parsed): readonly unknown[] | undefined {
  if (parsed.type !== 'batch' || !isObject(parsed.info)) return undefined;
  const { instructions } = parsed.info as Info;
  return Array.isArray(instructions) ? instructions : [];
}

/** Nodes from mid-2026 on parse a batch (agave#13512); older ones leave it as bytes. Both give the same paths. */
function movesOf(instruction: Instruction, path: string): TokenMove[] {
  if (instruction.programId !== TOKEN_PROGRAM) return [];
  if (!isObject(instruction.parsed)) return decodeRaw(instruction, path);
  const batch = parsedBatch(instruction.parsed);
  return batch === undefined ? single(parsedMove(instruction.parsed), path) : numbered(batch.map(parsedMove), path);
}

/**
 * All token transfers in execution order with their path: `2` is the third instruction, `2.1` the second one it invoked, `2.1#0` the first
 * of a batch there.
 */
export function readMoves({ meta, transaction }: Pick<SolanaTransaction, 'meta' | 'transaction'>): TokenMove[] {
  const inner = new Map((meta.innerInstructions ?? []).map(({ index, instructions }) => [index, instructions]));
  return transaction.message.instructions.flatMap((outer, index) => [
    ...movesOf(outer, `${index}`),
    ...(inner.get(index) ?? []).flatMap((called, position) => movesOf(called, `${index}.${position}`)),
  ]);
}
