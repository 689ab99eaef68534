import type { IncomingTransfer } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import { RpcError } from '../../rpc/rpc-errors';
import { readTransfers, type WatchedAccount } from './read-transaction';
import { readSignatures, readTransactions } from './solana-node';
import type { AccountProgress, AccountRow } from './token-accounts.queries';

export type AccountNews = AccountProgress & { readonly transfers: readonly IncomingTransfer[] };

const FIRST_LOOK_BACK_MS = 60_000;

/** What is new at one token account. The first look goes back to when watching began and a minute more, for clocks that differ. */
export async function readAccount(endpoint: Endpoint, row: AccountRow, tokenAccount: string, mint: string): Promise<AccountNews> {
  const watched: WatchedAccount = { ownerKey: row.ownerKey, tokenAccount };
  const since = row.watchedSince.getTime() - FIRST_LOOK_BACK_MS;
  const signatures = await readSignatures(endpoint, tokenAccount, row.lastSignature, new Date(since));
  const isOld = (blockTime: number | null | undefined) => row.lastSignature === null && blockTime != null && blockTime * 1000 < since;
  const wanted = signatures.filter(({ err, blockTime }) => err === null && !isOld(blockTime));
  const transactions = await readTransactions(
    endpoint,
    wanted.map(({ signature }) => signature),
    'confirmed',
  );
  const transfers = transactions.flatMap((transaction) => {
    if (transaction === null) throw new RpcError('behind', 'a listed transaction is not there yet'); // the account is asked again
    return readTransfers(transaction, watched, mint);
  });
  const newest = signatures.at(-1);
  return { ...watched, lastSignature: newest?.signature ?? null, lastSlot: newest?.slot ?? 0, transfers };
}
