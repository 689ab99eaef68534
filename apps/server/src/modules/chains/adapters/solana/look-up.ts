import type { IncomingTransfer } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import { RpcError } from '../../rpc/rpc-errors';
import { listByTransactions } from '../../watch/transfers.queries';
import { addAccounts, filterWatched } from './accounts/token-accounts.queries';
import type { SolanaDeps } from './solana-deps';
import type { SolanaTransaction } from './solana-wire';
import { isUnknown, readWanted } from './transactions/read-signatures';
import { holdersIn, readTransfers } from './transactions/read-transaction';
import { queueSignatures } from './transactions/signatures.queries';
import { tokenAccountOf } from './transactions/solana-transfers.domain';

/** A transaction's first signature: 64 bytes in base58. */
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,90}$/;

/** Transfers that no list has returned so far are queued for the next poll. */
async function queueMissing(
  { db, settings, now }: SolanaDeps,
  transaction: SolanaTransaction,
  transfers: readonly IncomingTransfer[],
  accountOf: (owner: string) => string,
): Promise<void> {
  const [first] = transfers;
  if (first === undefined) return;
  const known = await listByTransactions(db.query, settings.network, [first.txHash]);
  const missing = transfers.filter(({ toKey }) => !known.some((row) => row.toKey === toKey && row.state !== 'reorged'));
  const accounts = [...new Map(missing.map((transfer) => [tokenAccountOf(transfer.logKey), transfer])).entries()];
  const blockTime = transaction.blockTime === null ? null : new Date(transaction.blockTime * 1000).toISOString();
  await db.transaction(async (tx) => {
    // The owner's associated account too: it is only derived for owners without any account on record.
    await addAccounts(
      tx,
      settings.network,
      accounts.flatMap(([tokenAccount, { toKey }]) => [
        { ownerKey: toKey, tokenAccount: accountOf(toKey) },
        { ownerKey: toKey, tokenAccount },
      ]),
    );
    const found = accounts.map(([tokenAccount]) => ({ tokenAccount, signature: first.txHash, slot: transaction.slot, blockTime }));
    await queueSignatures(tx, settings.network, found, now());
  });
}

async function readOne(panel: readonly Endpoint[], signature: string): Promise<SolanaTransaction | undefined> {
  if (!SIGNATURE.test(signature)) return undefined;
  const got = (await readWanted(panel, [{ signature, nodes: [] }])).get(signature);
  if (got === undefined || isUnknown(got)) return undefined;
  if (got instanceof RpcError) throw got;
  return got;
}

/** The transfers of a transaction to one owner, watched or not; nothing is queued. It is unknown only when enough nodes do not have it. */
export async function lookUpTransfersTo(
  { settings }: Pick<SolanaDeps, 'settings'>,
  panel: readonly Endpoint[],
  { signature, owner, needed }: { readonly signature: string; readonly owner: string; readonly needed: number },
): Promise<readonly IncomingTransfer[] | undefined> {
  const got = await readOne(panel, signature);
  if (got === undefined && panel.length < needed) throw new RpcError('behind', 'not enough nodes answered');
  const accounts = got === undefined ? [] : holdersIn(got, settings.contract).filter(({ ownerKey }) => ownerKey === owner);
  return got && accounts.flatMap((account) => readTransfers(got, account, settings.contract));
}

/** The transfers of a transaction to watched owners, as reported by the nodes; undefined when none of them knows it. */
export async function lookUpTransaction(
  deps: SolanaDeps,
  panel: readonly Endpoint[],
  signature: string,
  accountOf: (owner: string) => string,
): Promise<readonly IncomingTransfer[] | undefined> {
  const got = await readOne(panel, signature);
  if (got === undefined) return undefined;
  const holders = holdersIn(got, deps.settings.contract);
  const watched = await filterWatched(
    deps.db.query,
    holders.map(({ ownerKey }) => ownerKey),
  );
  const accounts = holders.filter(({ ownerKey }) => watched.has(ownerKey));
  const transfers = accounts.flatMap((account) => readTransfers(got, account, deps.settings.contract));
  await queueMissing(deps, got, transfers, accountOf);
  return transfers;
}
