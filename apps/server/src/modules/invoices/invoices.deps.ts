import type { CallbackAttempt, CallbackState, MerchantRefund, Network } from '@stablegate/contract';
import type { Counter } from 'prom-client';
import type { DatabaseClocks } from '../../platform/db/database-time';
import type { Db, Tx } from '../../platform/db/db';
import type { Jobs } from '../../platform/events/jobs';
import type { Outbox } from '../../platform/events/outbox';
import type { InvoiceId, UserId } from '../../platform/id-types';
import type { Logger } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import type { Tracing } from '../../platform/tracing/tracing';
import type { ChainService } from '../chains/chains.service';
import type { LedgerService } from '../ledger/ledger.service';
import type { StoreService } from '../stores/stores.service';
import type { InvoiceRecord } from './invoices.queries';
import type { NoticedPage } from './read/payment-notices.queries';
import type { AttachedTransfer } from './settle/settle.domain';

/** What happened to an invoice, in the timeline and the outbox. */
export type InvoiceTopic =
  | 'invoice.seen' // a transfer is in a block
  | 'invoice.unseen' // it is gone, and there is no other
  | 'invoice.completed'
  | 'invoice.expired'
  | 'invoice.failed'
  | 'invoice.part_paid'
  | 'invoice.overpaid'
  | 'invoice.reversed' // a final transfer was reorged
  | 'invoice.restored' // and came back
  | 'invoice.refunded' // the merchant sent something back
  | 'invoice.oversold'; // its link had sold the last item before

/** Passed on inside the transaction of the change. */
export type InvoiceTransition = {
  readonly topic: InvoiceTopic;
  readonly before: InvoiceRecord;
  readonly after: InvoiceRecord;
  /** Of the change, in every form in which it is told. */
  readonly at: Date;
  /** Of `invoice.refunded`. */
  readonly refund?: MerchantRefund | undefined;
};
type InvoiceHandler = (tx: Tx, transitions: readonly InvoiceTransition[]) => Promise<void>;
/** An invoice of the platform with its present transfers. */
export type SettledDeposit = { readonly invoiceId: InvoiceId; readonly transfers: readonly AttachedTransfer[] };

/** Reactions of higher modules to invoice changes; they call invoices too, so the composition root injects them. */
type InvoiceFollowers = {
  // In the transaction that changes the invoices: an error rolls it back.
  readonly queueCallbacks: InvoiceHandler;
  readonly cancelExpiredDeposits: InvoiceHandler;
  readonly countRevenue: InvoiceHandler;
  /** The platform's own invoices, whenever they are settled. */
  readonly creditDeposits: (tx: Tx, settled: readonly SettledDeposit[]) => Promise<void>;
  // After the commit, fire and forget.
  /** An invoice can be paid, or a refund be found, from now on: the watcher and the sweeps look sooner. */
  readonly announceCreated: () => void;
  /** Payment pages with new content. */
  readonly notifyPages: (pages: readonly NoticedPage[]) => void;
  /** The remaining balance after a fee was reserved, or could not be. */
  readonly watchBalance: (userId: UserId, availableMicros: bigint) => void;
};
export type InvoiceServiceDeps = InvoiceFollowers & {
  readonly db: Db;
  readonly clocks: DatabaseClocks;
  readonly outbox: Outbox;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly chains: ChainService;
  readonly ledger: LedgerService;
  readonly stores: StoreService;
  readonly publicUrl: string;
  readonly timeZone: string;
  readonly refusesCallbackTo: (url: string) => boolean;
  /** Callbacks are above invoices: the composition root injects their reader. */
  readonly readCallbackAttempts: (invoiceId: InvoiceId) => Promise<readonly CallbackAttempt[]>;
  readonly readCallbackState: (invoiceId: InvoiceId) => Promise<CallbackState>;
};
export type InvoiceDeps = Omit<InvoiceServiceDeps, 'metrics'> & {
  readonly enabledNetworks: readonly Network[];
  readonly crowdedAmounts: Counter;
};
