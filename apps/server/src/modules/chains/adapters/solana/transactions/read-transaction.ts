import type { IncomingTransfer } from '../../../chains.domain';
import { RpcError } from '../../../rpc/rpc-errors';
import { TOKEN_PROGRAM } from '../accounts/token-account';
import type { SolanaTransaction, TokenBalance } from '../solana-wire';
import { DELTA, findTransfers, logKeyOf } from './solana-transfers.domain';
import { readMoves } from './token-instructions';

export type WatchedAccount = { readonly ownerKey: string; readonly tokenAccount: string };

/** Transactions name no slot hash; a slot is identified by its number. */
export const slotHash = (slot: number): string => `slot:${slot}`;

/** Static accounts, then writable ones of the lookup tables, then read-only ones: balances are indexed in this order. */
function accountsOf({ meta, transaction }: SolanaTransaction): string[] {
  const keys = transaction.message.accountKeys;
  const listed = keys.map(({ pubkey }) => pubkey);
  const hasLoaded = keys.some(({ source }) => source === 'lookupTable');
  return hasLoaded ? listed : [...listed, ...(meta.loadedAddresses?.writable ?? []), ...(meta.loadedAddresses?.readonly ?? [])];
}

const isClassic = ({ programId = TOKEN_PROGRAM }: TokenBalance): boolean => programId === TOKEN_PROGRAM;

/** Token accounts of the mint with a balance after the transaction, and their owners as the chain names them. */
export function holdersIn(tx: SolanaTransaction, mint: string): WatchedAccount[] {
  const accounts = accountsOf(tx);
  return (tx.meta.postTokenBalances ?? []).flatMap((balance) => {
    const tokenAccount = accounts[balance.accountIndex];
    if (balance.mint !== mint || !isClassic(balance) || balance.owner === undefined || tokenAccount === undefined) return [];
    return [{ ownerKey: balance.owner, tokenAccount }];
  });
}

/**
 * A successful transaction's transfers into a watched account, by mint and token account, never by name or wallet. What comes from another
 * token account of the same owner is no income.
 */
export function readTransfers(tx: SolanaTransaction, { ownerKey, tokenAccount }: WatchedAccount, mint: string): IncomingTransfer[] {
  if (tx.meta.err !== null) return [];
  const [txHash] = tx.transaction.signatures;
  if (txHash === undefined || tx.blockTime === null) throw new RpcError('behind', 'a transaction without signature or time');
  const accounts = accountsOf(tx);
  const isHere = (balance: TokenBalance) => balance.mint === mint && accounts[balance.accountIndex] === tokenAccount && isClassic(balance);
  const before = tx.meta.preTokenBalances?.find(isHere);
  const after = tx.meta.postTokenBalances?.find(isHere);
  // A token account can be handed to another owner; later transfers belong to the new one.
  if (after?.owner !== undefined && after.owner !== ownerKey) return [];
  const change = { before: BigInt(before?.uiTokenAmount.amount ?? '0'), after: BigInt(after?.uiTokenAmount.amount ?? '0') };
  const ownerOf = (account: string): string | undefined =>
    tx.meta.preTokenBalances?.find(({ accountIndex }) => accounts[accountIndex] === account)?.owner;
  const block = { number: tx.slot, hash: slotHash(tx.slot), time: new Date(tx.blockTime * 1000) };
  const incoming = findTransfers(tokenAccount, readMoves(tx), change).filter(({ source }) => ownerOf(source) !== ownerKey);
  return incoming.map(({ path, ordinal, source, authority, raw }) => ({
    txHash,
    logKey: logKeyOf(path, tokenAccount),
    // Rows by balance come after all instructions, each with its own number.
    logIndex: path === DELTA ? ordinal + accounts.indexOf(tokenAccount) : ordinal,
    fromAddress: ownerOf(source) ?? (authority || accounts[0] || ''),
    toAddress: ownerKey,
    toKey: ownerKey,
    raw,
    block,
  }));
}
