import type { AccountService } from './modules/accounts/accounts.service';
import type { CallbackService } from './modules/callbacks/callbacks.service';
import type { DepositService } from './modules/deposits/deposits.service';
import type { InvoiceService } from './modules/invoices/invoices.service';
import type { LinkService } from './modules/links/links.service';
import type { MerchantService } from './modules/merchant/merchant.service';
import type { StoreServiceDeps } from './modules/stores/stores.deps';
import type { StoreService } from './modules/stores/stores.service';
import { ACCOUNT_CHANGED } from './platform/audit';
import type { FollowUp, Outbox } from './platform/events/outbox';

type Followers = {
  readonly accounts: AccountService;
  readonly merchant: MerchantService;
  readonly deposits: DepositService;
  readonly links: LinkService;
  readonly stores: StoreService;
  readonly callbacks: CallbackService;
};

/** In one transaction: both or neither. */
const both =
  (first: FollowUp, second: FollowUp): FollowUp =>
  async (tx, events) => {
    await first(tx, events);
    await second(tx, events);
  };

/** What stores need of the modules above them. */
export const forStores = (above: () => { readonly invoices: InvoiceService; readonly callbacks: CallbackService }) =>
  ({
    keepAddressWatched: (tx, address) => above().invoices.keepAddressWatched(tx, address),
    findExposedEndpoints: (tx, userId, storeIds) => above().callbacks.findExposedEndpoints(tx, userId, storeIds),
    cancelInvoicesAt: (tx, userId, addresses) => above().invoices.cancelAt(tx, userId, addresses),
  }) satisfies Partial<StoreServiceDeps>;

/** After the commit, in separate transactions: a failed mail is retried and rolls nothing back. */
export function followEvents(outbox: Outbox, { accounts, merchant, deposits, links, stores, callbacks }: Followers): void {
  // Stores last: they cancel invoices, and a thief's endpoint must not hear of it.
  accounts.takeBackToo(callbacks.takeBack, links.takeBack, merchant.takeBack, stores.takeBack);
  outbox.follow({
    [ACCOUNT_CHANGED]: accounts.mailChanges,
    'invoice.completed': both(merchant.mailPaid, links.markOversold),
    'invoice.reversed': merchant.mailReversed,
    'balance.low': merchant.mailLowBalance,
    'deposit.reversed': deposits.mailReversed,
  });
}
