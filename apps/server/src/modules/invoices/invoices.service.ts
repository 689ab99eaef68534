import type { CallbackAttempt, InvoiceListQuery, Network } from '@stablegate/contract';
import { Counter } from 'prom-client';
import type { Clocks } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { Logger } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import type { Outbox } from '../../platform/outbox';
import type { StorePrincipal } from '../../platform/principal';
import type { ChainService } from '../chains/chains.service';
import type { LedgerService } from '../ledger/ledger.service';
import type { StoreService } from '../stores/stores.service';
import { acceptInvoice } from './accept-invoice';
import { type Assignment, assignTransfer, dismissTransfer, restoreTransfer, unassignTransfer } from './assign-transfer';
import { cancelInvoice } from './cancel-invoice';
import type { InvoiceHandler } from './change-invoice';
import { createInvoice, type InvoiceInput } from './create-invoice';
import { findByRequestId, findOfStore, findOfUser, readVersions } from './invoices.queries';
import { keepAddressWatched } from './leaving-address';
import { listInvoices } from './list-invoices';
import { found, getInvoiceDetails, getPaymentView } from './read-invoice';
import { settleTransfers } from './settle-transfers';
import { sweepInvoices } from './sweep-invoices';

export type { InvoiceHandler, InvoiceNews, InvoiceTopic } from './change-invoice';
export type { InvoiceInput, MadeInvoice } from './create-invoice';
export type { InvoiceRecord } from './invoices.queries';

export type InvoiceServiceDeps = {
  readonly db: Db;
  readonly clocks: Clocks;
  readonly outbox: Outbox;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly chains: ChainService;
  readonly ledger: LedgerService;
  readonly stores: StoreService;
  readonly publicUrl: string;
  readonly timeZone: string;
  /** Callbacks live above invoices: the composition root hands their reader down. */
  readonly readCallbackAttempts: (invoiceId: string) => Promise<readonly CallbackAttempt[]>;
};
export type InvoiceDeps = Omit<InvoiceServiceDeps, 'metrics'> & {
  readonly enabledNetworks: readonly Network[];
  readonly crowdedAmounts: Counter;
  readonly changeHandlers: InvoiceHandler[];
};

export function createInvoiceService({ metrics, ...rest }: InvoiceServiceDeps) {
  const deps: InvoiceDeps = {
    ...rest,
    enabledNetworks: rest.chains.networks.filter(({ enabled }) => enabled).map(({ network }) => network),
    crowdedAmounts: new Counter({
      name: 'stablegate_crowded_amounts_total',
      help: 'Invoices made while 70% or more of the payable amounts at their addresses were in use.',
      registers: [metrics.registry],
    }),
    changeHandlers: [],
  };
  rest.chains.onTransfers((tx, news) => settleTransfers(deps, tx, news));
  rest.stores.onAddressLeaving((tx, address) => keepAddressWatched(tx, deps, address));
  return {
    /** Called by the composition root only: what must happen in the transaction that changes an invoice (a callback, a credit). */
    onChange: (handler: InvoiceHandler): void => void deps.changeHandlers.push(handler),
    create: (store: StorePrincipal, input: InvoiceInput) => createInvoice(deps, store, input),
    getOfStore: async (storeId: string, transId: string) => found(await findOfStore(deps.db.query, storeId, transId)),
    getByRequestId: async (storeId: string, requestId: string) => found(await findByRequestId(deps.db.query, storeId, requestId)),
    cancelOfStore: async (storeId: string, transId: string) => cancelInvoice(deps, await findOfStore(deps.db.query, storeId, transId)),
    cancelOfUser: async (userId: string, transId: string) => cancelInvoice(deps, await findOfUser(deps.db.query, userId, transId)),
    acceptOfUser: async (userId: string, transId: string) => acceptInvoice(deps, await findOfUser(deps.db.query, userId, transId)),
    assignTransfer: (userId: string, transferId: string, assignment: Assignment) => assignTransfer(deps, userId, transferId, assignment),
    unassignTransfer: (userId: string, transferId: string) => unassignTransfer(deps, userId, transferId),
    dismissTransfer: (userId: string, transferId: string, reason: string) => dismissTransfer(deps, userId, transferId, reason),
    restoreTransfer: (userId: string, transferId: string) => restoreTransfer(deps, userId, transferId),
    list: (userId: string, query: InvoiceListQuery) => listInvoices(deps, userId, query),
    getDetails: (userId: string, transId: string) => getInvoiceDetails(deps, userId, transId),
    getPaymentView: (transId: string) => getPaymentView(deps, transId),
    readVersions: (transIds: readonly string[]) => readVersions(deps.db.query, transIds),
    /** Ends what is over; safe to call from anywhere, at any time. */
    sweep: () => sweepInvoices(deps),
  };
}
export type InvoiceService = ReturnType<typeof createInvoiceService>;
