import type { AccountService } from './modules/accounts/accounts.service';
import type { CallbackService } from './modules/callbacks/callbacks.service';
import type { DepositService } from './modules/deposits/deposits.service';
import type { LinkService } from './modules/links/links.service';
import type { MerchantService } from './modules/merchant/merchant.service';
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

/** After the commit, in separate transactions: a failed mail is retried and rolls nothing back. */
export function followEvents(outbox: Outbox, { accounts, merchant, deposits, links, stores, callbacks }: Followers): void {
  accounts.takeBackToo(stores.takeBack, callbacks.takeBack, links.takeBack);
  outbox.follow({
    [ACCOUNT_CHANGED]: accounts.mailChanges,
    'invoice.completed': both(merchant.mailPaid, links.markOversold),
    'invoice.reversed': merchant.mailReversed,
    'balance.low': merchant.mailLowBalance,
    'deposit.reversed': deposits.mailReversed,
  });
}
