import type { Network } from '@stablegate/contract';
import { FAMILY_OF } from '@stablegate/rules';
import type { RefundId, UserId } from '../../../platform/id-types';
import type { InvoiceDeps } from '../invoices.deps';
import { lockInvoices } from '../invoices.queries';
import { LEASE_MS, prove } from './prove-refund';
import { lockRefund, type RefundRecord, saveNamed } from './refunds.queries';
import { LAST_PAUSE_MS, matchSent, nextSearchAt, type Progress, searchedSince, searchPauseMs } from './search-refunds.domain';
import { findNextSearch, listHolders, saveSearched, takeSearches } from './search-refunds.queries';

const BATCH_MAX = 50;

type Searched = { readonly nextBlock: number | null; readonly progress: Progress; readonly matched: ReadonlySet<RefundId> };
const NOTHING = { nextBlock: null, matched: new Set<RefundId>() };
type Owned = ReadonlyMap<UserId, ReadonlySet<string>>;

const earliest = <T extends number | Date>(values: readonly T[]): T | undefined => values.toSorted((a, b) => (a < b ? -1 : 1))[0];

/** Whether the transaction is this refund's from now on; not if it ended meanwhile, or the merchant named another. Its proof follows here. */
const hold = (deps: InvoiceDeps, refund: RefundRecord, txHash: string): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    await lockInvoices(tx, [refund.invoiceId]);
    const current = await lockRefund(tx, refund.id);
    if (current?.status !== 'planned' || current.txHash !== null) return false;
    await saveNamed(tx, refund.id, txHash, new Date(deps.clocks.business.now().getTime() + LEASE_MS), true);
    return true;
  });

/** Nothing of a search is stored but what fits a refund by sender, recipient and exact amount. */
async function searchFor(deps: InvoiceDeps, network: Network, refunds: readonly RefundRecord[], owned: Owned): Promise<Searched> {
  const found = await deps.chains.findSent(network, {
    senders: new Set(refunds.flatMap(({ userId }) => [...(owned.get(userId) ?? [])])),
    recipients: new Set(refunds.map(({ toKey }) => toKey)),
    from: earliest(refunds.flatMap(({ searchFrom }) => searchFrom ?? [])),
    since: earliest(refunds.filter(({ searchFrom }) => searchFrom === null).map(searchedSince)),
  });
  if (found === undefined) return { ...NOTHING, progress: 'failed' };
  const txHashes = [...new Set(found.transfers.map(({ txHash }) => txHash))];
  const holders = txHashes.length === 0 ? [] : await listHolders(deps.db.query, network, [...owned.keys()], txHashes);
  const matches = matchSent(refunds, found.transfers, holders, owned);
  for (const { refund, transfer } of matches) {
    deps.log.info({ refundId: refund.id, network, txHash: transfer.txHash }, 'a refund was found');
    if (await hold(deps, refund, transfer.txHash)) await prove(deps, refund, { txHash: transfer.txHash, isFound: true });
  }
  const matched = new Set(matches.map(({ refund }) => refund.id));
  return { nextBlock: found.nextBlock, progress: found.isCaughtUp ? 'caught up' : 'behind', matched };
}

async function save(deps: InvoiceDeps, network: Network, refunds: readonly RefundRecord[], searched: Searched): Promise<void> {
  const { nextBlock, progress, matched } = searched;
  const now = deps.clocks.business.now();
  for (const { id, createdAt, searchFrom } of refunds) {
    const isMatched = matched.has(id);
    const pauseMs = searchPauseMs(now.getTime() - createdAt.getTime(), progress) ?? (isMatched ? LAST_PAUSE_MS : undefined);
    const at = pauseMs === undefined ? null : nextSearchAt(now, deps.chains.slowedOn(network, pauseMs));
    // What was found may be lost again, and is then found once more where it was.
    const isMoved = nextBlock !== null && !isMatched;
    await saveSearched(deps.db.query, id, at, isMoved ? Math.max(nextBlock, searchFrom ?? 0) : searchFrom);
  }
}

/** A failed search is repeated from where it began. */
async function searchTogether(deps: InvoiceDeps, network: Network, refunds: readonly RefundRecord[], owned: Owned): Promise<void> {
  const searched = await searchFor(deps, network, refunds, owned).catch((error: unknown): Searched => {
    deps.log.warn({ err: error, network }, 'refunds could not be searched for; trying again');
    return { ...NOTHING, progress: 'failed' };
  });
  await save(deps, network, refunds, searched);
}

/**
 * One search for all refunds of a network, but on Solana one per merchant: there every transaction that names a merchant's account is read,
 * whoever sent it, and one merchant's many must not hold up the others.
 */
async function searchOn(deps: InvoiceDeps, network: Network, refunds: readonly RefundRecord[]): Promise<void> {
  const userIds = [...new Set(refunds.map(({ userId }) => userId))];
  const owned = await deps.chains.listOwnedKeys(deps.db.query, network, userIds);
  const asked = refunds.filter(({ userId }) => owned.has(userId));
  // The nodes are not asked about merchants who have no address there.
  const passedOver = refunds.filter(({ userId }) => !owned.has(userId));
  await save(deps, network, passedOver, { ...NOTHING, progress: 'caught up' });
  const groups = FAMILY_OF[network] === 'solana' ? userIds.map((userId) => asked.filter((refund) => refund.userId === userId)) : [asked];
  for (const group of groups) if (group.length > 0) await searchTogether(deps, network, group, owned);
}

/** Looks for refunds whose transaction nobody named; safe to run in many processes concurrently. */
export async function searchRefunds(deps: InvoiceDeps): Promise<void> {
  const now = deps.clocks.business.now();
  const due = await takeSearches(deps.db.query, now, new Date(now.getTime() + LEASE_MS), BATCH_MAX);
  const networks = [...new Set(due.map((refund) => refund.network))];
  await Promise.all(
    networks.map((network) =>
      searchOn(
        deps,
        network,
        due.filter((refund) => refund.network === network),
      ),
    ),
  );
}

/** Milliseconds until the next search is due; undefined: none. */
export async function nextSearchInMs(deps: InvoiceDeps): Promise<number | undefined> {
  const next = await findNextSearch(deps.db.query);
  return next === undefined ? undefined : next.getTime() - deps.clocks.business.now().getTime();
}
