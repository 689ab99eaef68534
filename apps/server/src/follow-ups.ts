import type { AccountService } from './modules/accounts/accounts.service';
import type { DepositService } from './modules/deposits/deposits.service';
import type { MerchantService } from './modules/merchant/merchant.service';
import { ACCOUNT_CHANGED } from './platform/audit';
import type { Outbox } from './platform/events/outbox';

type Followers = { readonly accounts: AccountService; readonly merchant: MerchantService; readonly deposits: DepositService };

/** After the commit, in separate transactions: a failed mail is retried and rolls nothing back. */
export function followEvents(outbox: Outbox, { accounts, merchant, deposits }: Followers): void {
  outbox.follow({
    [ACCOUNT_CHANGED]: accounts.mailChanges,
    'invoice.completed': merchant.mailPaid,
    'invoice.reversed': merchant.mailReversed,
    'balance.low': merchant.mailLowBalance,
    'deposit.reversed': deposits.mailReversed,
  });
}
