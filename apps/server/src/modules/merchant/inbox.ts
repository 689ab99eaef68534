import type { InboxTransfer, TransferCandidate, TransferListQuery } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import { AppError } from '../../platform/app-error';
import { asStoreId, type StoreId, type TransferId, type UserId } from '../../platform/id-types';
import { COUNT_MAX, type Totals, totalsOf, windowOf } from '../../platform/lists/paging';
import type { Transfer, TransferFilter } from '../chains/chains.service';
import { type Candidate, type TransferOwner, toTransferWire } from '../invoices/invoices.service';
import type { MerchantDeps } from './merchant.deps';

const toCandidateWire = (candidate: Candidate): TransferCandidate => ({
  transId: candidate.transId,
  name: candidate.name,
  amount: formatMicros(candidate.amountMicros),
  paid: formatMicros(candidate.paidMicros),
  due: formatMicros(candidate.dueMicros),
  createdAt: candidate.createdAt.toISOString(),
  status: candidate.status,
  flags: [...candidate.flags],
  storeName: candidate.storeName,
});

const toTransferFields = (transfer: Transfer) => ({ ...toTransferWire(transfer), blockTime: transfer.blockTime.toISOString() });

async function toInbox(deps: MerchantDeps, transfers: readonly Transfer[]): Promise<InboxTransfer[]> {
  const [attachments, names, candidates, claims] = await Promise.all([
    deps.invoices.attachmentsOf(transfers.map(({ id }) => id)),
    deps.stores.listNamesAt(transfers.map(({ family, toKey }) => ({ family, key: toKey }))),
    deps.invoices.findCandidates(transfers.filter(({ state }) => state === 'unmatched')),
    deps.invoices.claimsOf(transfers),
  ]);
  return transfers.map((transfer) => {
    const attached = attachments.get(transfer.id);
    return {
      ...toTransferFields(transfer),
      storeNames: names.get(`${transfer.family}:${transfer.toKey}`) ?? [],
      ...(attached === undefined ? {} : { transId: attached.transId }),
      ...(transfer.reason === null ? {} : { reason: transfer.reason }),
      canUnassign: transfer.state === 'matched' && attached !== undefined && attached.status !== 'SUCCESS',
      claims: claims
        .filter(({ network, txHash }) => network === transfer.network && txHash === transfer.txHash)
        .map(({ transId, name, at, signed }) => ({ transId, name, at: at.toISOString(), signed })),
      candidates: (candidates.get(transfer.id) ?? []).map(toCandidateWire),
    };
  });
}

/** Admins own the platform's store: transfers to its addresses are in their inbox. */
const ownersOf = ({ userId, isAdmin }: TransferOwner): (UserId | null)[] => (isAdmin ? [userId, null] : [userId]);

async function addressesOf(deps: MerchantDeps, owner: TransferOwner, storeId: StoreId) {
  for (const ownerId of ownersOf(owner)) {
    const addresses = await deps.stores.findAddresses(ownerId, storeId);
    if (addresses !== undefined) return addresses;
  }
  throw new AppError('not_found');
}

export type InboxPage = Totals & { readonly content: InboxTransfer[] };

export async function listInbox(deps: MerchantDeps, owner: TransferOwner, query: TransferListQuery): Promise<InboxPage> {
  const window = windowOf(query);
  const storeId = query.storeId === undefined || query.storeId === '' ? undefined : asStoreId(query.storeId);
  const addresses = storeId === undefined ? undefined : await addressesOf(deps, owner, storeId);
  const filter: TransferFilter = { owners: ownersOf(owner), state: query.state, addresses };
  const [total, transfers] = await Promise.all([deps.chains.countOwned(filter, COUNT_MAX), deps.chains.listOwned(filter, window)]);
  return { content: await toInbox(deps, transfers), ...totalsOf({ total }) };
}

/** The present state of one transfer, for the reply to a decision about it. */
export async function getFromInbox(deps: MerchantDeps, transferId: TransferId): Promise<InboxTransfer> {
  const transfers = await deps.db.transaction((tx) => deps.chains.listTransfers(tx, [transferId]));
  const [transfer] = await toInbox(deps, transfers);
  if (transfer === undefined) throw new AppError('not_found');
  return transfer;
}
