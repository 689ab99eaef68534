import type { CallbackAttempt, CallbackState, Network } from '@stablegate/contract';
import type { Counter } from 'prom-client';
import type { DatabaseClocks } from '../../platform/db/database-time';
import type { Db, Tx } from '../../platform/db/db';
import type { Outbox } from '../../platform/events/outbox';
import type { Logger } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import type { ChainService } from '../chains/chains.service';
import type { LedgerService } from '../ledger/ledger.service';
import type { StoreService } from '../stores/stores.service';
import type { InvoiceRecord } from './invoices.queries';
import type { NoticedPage } from './read/payment-notices.queries';
import type { AttachedTransfer } from './settle/settle.domain';

/** What happened to an invoice, as the timeline and the outbox tell it. */
export type InvoiceTopic =
  | 'invoice.seen' // a transfer is in a block
  | 'invoice.unseen' // it is gone again, nothing else is there
  | 'invoice.completed'
  | 'invoice.expired'
  | 'invoice.failed'
  | 'invoice.part_paid'
  | 'invoice.overpaid'
  | 'invoice.reversed' // a final transfer was reorganised away after all
  | 'invoice.restored'; // and came back

/** Before and after, inside the transaction that makes it true. */
export type InvoiceTransition = { readonly topic: InvoiceTopic; readonly before: InvoiceRecord; readonly after: InvoiceRecord };
type InvoiceHandler = (tx: Tx, transitions: readonly InvoiceTransition[]) => Promise<void>;
/** An invoice of the platform with the transfers that belong to it now. */
export type SettledTopUp = { readonly invoiceId: string; readonly transfers: readonly AttachedTransfer[] };

/** What modules above do when invoices change; they call invoices too, so the composition root hands these down. */
type InvoiceFollowers = {
  // In the transaction that changes the invoices: what they throw undoes the change.
  readonly queueCallbacks: InvoiceHandler;
  readonly cancelExpiredDeposits: InvoiceHandler;
  readonly countRevenue: InvoiceHandler;
  /** The platform's own invoices, whenever they are settled. */
  readonly creditDeposits: (tx: Tx, settled: readonly SettledTopUp[]) => Promise<void>;
  // After it, and never waited for.
  /** Payment pages that have something new to show. */
  readonly tellPages: (pages: readonly NoticedPage[]) => void;
  /** What is left of a balance after a fee was reserved, or could not be. */
  readonly watchBalance: (userId: string, availableMicros: bigint) => void;
};
export type InvoiceServiceDeps = InvoiceFollowers & {
  readonly db: Db;
  readonly clocks: DatabaseClocks;
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
  readonly readCallbackState: (invoiceId: string) => Promise<CallbackState>;
};
export type InvoiceDeps = Omit<InvoiceServiceDeps, 'metrics'> & {
  readonly enabledNetworks: readonly Network[];
  readonly crowdedAmounts: Counter;
};
