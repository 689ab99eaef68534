import type { InvoiceListQuery, MerchantEventsQuery, Network } from '@stablegate/contract';
import { Counter } from 'prom-client';
import type { Tx } from '../../platform/db/db';
import type { InvoiceId, StoreId, TransferId, UserId } from '../../platform/id-types';
import { findPage } from '../../platform/lists/find-page';
import type { Window } from '../../platform/lists/paging';
import type { StorePrincipal } from '../../platform/principal';
import type { TransferChange } from '../chains/chains.service';
import type { EpusdtStore, LeavingAddress, SignedFields } from '../stores/stores.service';
import { createInvoice, type InvoiceInput } from './create/create-invoice';
import { createTransaction } from './epusdt/create-transaction';
import { listBusyOwners, listOpenFamilies } from './expire/busy-owners.queries';
import { cancelInvoice, cancelInvoicesAt } from './expire/cancel-invoice';
import { keepAddressWatched } from './expire/leaving-address';
import { nextSweepInMs, sweepInvoices } from './expire/sweep-invoices';
import {
  type Assignment,
  assignTransfer,
  dismissTransfer,
  restoreTransfer,
  type TransferOwner,
  unassignTransfer,
} from './inbox/assign-transfer';
import { findCandidates } from './inbox/candidates';
import { listAttachedInvoices, type Unmatched } from './inbox/candidates.queries';
import { type ClaimInput, claimTransfer } from './inbox/claim-transfer';
import { listClaimsOf } from './inbox/claims.queries';
import type { InvoiceDeps, InvoiceServiceDeps } from './invoices.deps';
import { findByRequestId, findOfStore, findOfUser, type InvoiceRecord, listByIds, readVersions } from './invoices.queries';
import { markOversold } from './mark-oversold';
import { hideInvoices } from './read/hide-invoices';
import { listOwnInvoices } from './read/hide-invoices.queries';
import { type InvoiceSearch, invoiceList } from './read/invoice-list';
import { toInvoiceWire } from './read/invoice-views';
import { listStoreEvents } from './read/list-events';
import { listInvoices, listOfStore, type StoreListQuery } from './read/list-invoices';
import { readStatusCounts } from './read/list-invoices.queries';
import { found, getInvoiceDetails, getPaymentView } from './read/read-invoice';
import { makeWalletTransaction } from './read/wallet-transaction';
import { createRefunds } from './refunds/create-refunds';
import { acceptInvoice } from './settle/accept-invoice';
import { settleTransfers } from './settle/settle-transfers';

export type { InvoicePayload } from './change-invoice';
export type { InvoiceInput, MadeInvoice } from './create/create-invoice';
export { shownAddress } from './epusdt/epusdt.domain';
export type { Assignment, TransferOwner } from './inbox/assign-transfer';
export type { Candidate } from './inbox/candidates';
export { eventIdOf, eventOfType, eventsOf, occurrenceOf, outdatedBy, revivedBy, typeOf } from './invoice-events.domain';
export type { InvoiceTransition, SettledDeposit } from './invoices.deps';
export { namesOf } from './invoices.domain';
export { type InvoiceRecord, lockInvoices } from './invoices.queries';
export { toEventWire, toTransferWire } from './read/invoice-views';
export { findOutdatedEvents } from './read/outdated-events.queries';

/** Longer than any poll takes: late money of the last moment is read before monitoring ends. */
const LAST_POLL_MS = 300_000;

export function createInvoiceService({ metrics, ...rest }: InvoiceServiceDeps) {
  const deps: InvoiceDeps = {
    ...rest,
    enabledNetworks: rest.chains.networks.filter(({ enabled }) => enabled).map(({ network }) => network),
    crowdedAmounts: new Counter({
      name: 'stablegate_crowded_amounts_total',
      help: 'Invoices made while 70% or more of the payable amounts at their addresses were in use.',
      registers: [metrics.registry],
    }),
  };
  return {
    /** Called by chains for every transfer, in the transaction that records it, and by the sandbox for its demo history. */
    settleTransfers: (tx: Tx, changes: readonly TransferChange[]) => settleTransfers(deps, tx, changes),
    /** Address keys of Solana owners that may be paid soon. */
    listBusyOwners: () => listBusyOwners(deps.db.query, new Date(deps.clocks.business.now().getTime() + LAST_POLL_MS)),
    listOpenFamilies: () => listOpenFamilies(deps.db.query),
    keepAddressWatched: (tx: Tx, address: LeavingAddress) => keepAddressWatched(deps, tx, address),
    cancelAt: (tx: Tx, userId: UserId, addresses: readonly LeavingAddress[]) => cancelInvoicesAt(deps, tx, userId, addresses),
    /** Unordered. */
    listByIds: (tx: Tx, ids: readonly InvoiceId[]) => listByIds(tx, ids),
    create: (store: StorePrincipal, input: InvoiceInput, tx?: Tx) => createInvoice(deps, store, input, tx),
    /** The call of Epusdt's protocol, for the store that signed it. */
    createTransaction: (signer: EpusdtStore, fields: SignedFields) => createTransaction(deps, signer, fields),
    getOfStore: async (storeId: StoreId, transId: string) => found(await findOfStore(deps.db.query, storeId, transId)),
    listOfStore: (store: StorePrincipal, query: StoreListQuery) => listOfStore(deps, store, query),
    /** What the store was told, or would have been. */
    listEvents: (store: StorePrincipal, query: MerchantEventsQuery) => listStoreEvents(deps, store, query),
    getByRequestId: async (storeId: StoreId, requestId: string) => found(await findByRequestId(deps.db.query, storeId, requestId)),
    cancelOfStore: async (storeId: StoreId, transId: string) => cancelInvoice(deps, await findOfStore(deps.db.query, storeId, transId)),
    cancelOfUser: async (userId: UserId, transId: string) => cancelInvoice(deps, await findOfUser(deps.db.query, userId, transId)),
    acceptOfUser: async (userId: UserId, transId: string, paidSeen: string | undefined) =>
      acceptInvoice(deps, await findOfUser(deps.db.query, userId, transId), paidSeen),
    assignTransfer: (owner: TransferOwner, transferId: TransferId, assignment: Assignment) =>
      assignTransfer(deps, owner, transferId, assignment),
    unassignTransfer: (owner: TransferOwner, transferId: TransferId) => unassignTransfer(deps, owner, transferId),
    dismissTransfer: (owner: TransferOwner, transferId: TransferId, reason: string) => dismissTransfer(deps, owner, transferId, reason),
    restoreTransfer: (owner: TransferOwner, transferId: TransferId) => restoreTransfer(deps, owner, transferId),
    /** Base64, for a Solana wallet of this account. */
    makeWalletTransaction: (transId: string, account: string) => makeWalletTransaction(deps, transId, account),
    claimTransfer: (transId: string, input: ClaimInput, mayAsk: () => Promise<void>) => claimTransfer(deps, transId, input, mayAsk),
    /** Claims that name these transactions as payments. */
    claimsOf: (transactions: readonly { readonly network: Network; readonly txHash: string }[]) =>
      listClaimsOf(deps.db.query, transactions),
    findCandidates: (transfers: readonly Unmatched[]) => findCandidates(deps, transfers),
    /** The invoice of each transfer. */
    attachmentsOf: (transferIds: readonly TransferId[]) => listAttachedInvoices(deps.db.query, transferIds),
    /** By id or transId, among the owner's visible invoices. */
    listOwn: (userId: UserId, ids: readonly string[]) => listOwnInvoices(deps.db.query, userId, ids),
    /** Hides ended invoices from the list and returns which. Statistics and reservations stay. */
    hide: (invoices: readonly InvoiceRecord[]) => hideInvoices(deps, invoices),
    counts: (userId: UserId) => readStatusCounts(deps.db.query, userId),
    /** The wire form of session calls. */
    toWire: toInvoiceWire,
    list: (userId: UserId, query: InvoiceListQuery) => listInvoices(deps, userId, query),
    /** A page of ids, for the back office. */
    find: (search: InvoiceSearch, window: Window) => findPage<InvoiceId>(deps.db, invoiceList(search), window),
    getDetails: (userId: UserId, transId: string) => getInvoiceDetails(deps, userId, transId),
    getPaymentView: (transId: string) => getPaymentView(deps, transId),
    readVersions: (transIds: readonly string[]) => readVersions(deps.db.query, transIds),
    /** In the transaction that finds out; returns those that were not marked before. */
    markOversold: (tx: Tx, ids: readonly InvoiceId[]) => markOversold(deps, tx, ids),
    refunds: createRefunds(deps),
    /** Expires what is due; safe to call concurrently. */
    sweep: () => sweepInvoices(deps),
    nextSweepInMs: () => nextSweepInMs(deps),
  };
}
export type InvoiceService = ReturnType<typeof createInvoiceService>;
