import type { IncomingTransfer } from '../../chains.domain';
import { RpcError } from '../../rpc/rpc-errors';
import { findTransfers, type TokenInstruction } from './solana-transfers.domain';
import type { Instruction, SolanaTransaction, TokenBalance } from './solana-wire';
import { TOKEN_PROGRAM } from './token-account';

export type WatchedAccount = { readonly ownerKey: string; readonly tokenAccount: string };

type Parsed = { type?: unknown; info?: Record<string, unknown> & { tokenAmount?: { amount?: unknown } } };
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function tokenInstruction({ programId, parsed }: Instruction): TokenInstruction | undefined {
  if (programId !== TOKEN_PROGRAM || typeof parsed !== 'object' || parsed === null) return undefined;
  const { type, info } = parsed as Parsed;
  if (info === undefined || (type !== 'transfer' && type !== 'transferChecked')) return undefined;
  const raw = textOf(type === 'transfer' ? info.amount : info.tokenAmount?.amount);
  if (!/^\d{1,20}$/.test(raw)) return undefined;
  const authority = textOf(info.authority) || textOf(info.multisigAuthority);
  return { source: textOf(info.source), destination: textOf(info.destination), authority, raw: BigInt(raw) };
}

function inOrder({ meta, transaction }: SolanaTransaction): TokenInstruction[] {
  const inner = new Map((meta.innerInstructions ?? []).map(({ index, instructions }) => [index, instructions]));
  return transaction.message.instructions
    .flatMap((outer, index) => [outer, ...(inner.get(index) ?? [])])
    .map(tokenInstruction)
    .filter((found): found is TokenInstruction => found !== undefined);
}

/** Slots have no hash that a transaction names; a slot is final or it is not, and its number says which one. */
export const slotHash = (slot: number): string => `slot:${slot}`;

/** What a successful transaction brought to a watched account, by mint and token account, never by name or wallet. */
export function readTransfers(tx: SolanaTransaction, { ownerKey, tokenAccount }: WatchedAccount, mint: string): IncomingTransfer[] {
  if (tx.meta.err !== null) return [];
  const [txHash] = tx.transaction.signatures;
  if (txHash === undefined || tx.blockTime === null) throw new RpcError('behind', 'a transaction without signature or time');
  const accounts = tx.transaction.message.accountKeys.map(({ pubkey }) => pubkey);
  const isOurs = (balance: TokenBalance) =>
    balance.mint === mint && accounts[balance.accountIndex] === tokenAccount && (balance.programId ?? TOKEN_PROGRAM) === TOKEN_PROGRAM;
  const held = (balances: TokenBalance[] | null | undefined) => BigInt(balances?.find(isOurs)?.uiTokenAmount.amount ?? '0');
  const change = { before: held(tx.meta.preTokenBalances), after: held(tx.meta.postTokenBalances) };
  const ownerOf = (account: string): string | undefined =>
    tx.meta.preTokenBalances?.find(({ accountIndex }) => accounts[accountIndex] === account)?.owner;
  const block = { number: tx.slot, hash: slotHash(tx.slot), time: new Date(tx.blockTime * 1000) };
  return findTransfers(tokenAccount, inOrder(tx), change).map(({ ordinal, source, authority, raw }) => ({
    txHash,
    logKey: String(ordinal),
    logIndex: ordinal,
    fromAddress: ownerOf(source) ?? (authority || accounts[0] || ''),
    toAddress: ownerKey,
    toKey: ownerKey,
    raw,
    block,
  }));
}
