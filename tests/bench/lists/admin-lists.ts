import { adminApi, adminDepositsApi, adminInvoicesApi } from '@stablegate/contract';
import { ipOf, usernameOf } from './admin-data';
import type { ListCall } from './list-sites';

type Filter = NonNullable<ListCall['filter']>;
const asking =
  ({ path }: { readonly path: string }) =>
  (filter?: Filter): ListCall => ({ by: 'admin', path, filter });
const invoices = asking(adminInvoicesApi.list);
const users = asking(adminApi.users);
const stores = asking(adminApi.stores);
const logs = asking(adminApi.transactionLogs);
const deposits = asking(adminDepositsApi.list);
const lastUser: Filter = ({ users: count }) => ({ username: usernameOf(count) });

/** Each finds as many rows at every size: a few, none, or more than can be listed. */
export const ADMIN_CALLS: Readonly<Record<string, ListCall>> = {
  'invoices, newest': invoices(),
  'invoices by transId': invoices(({ ownTransId }) => ({ transId: ownTransId })),
  'invoices by a rare name': invoices(({ rows }) => ({ name: String(10_000_000 + Math.floor(rows / 2)) })),
  'invoices by a common name': invoices(() => ({ name: 'order' })),
  'invoices by a description five hundred have': invoices(() => ({ description: 'spare burr' })),
  'invoices by a text nobody has': invoices(() => ({ description: 'zebra crossing' })),
  'invoices by requestId': invoices(({ rows }) => ({ requestId: `ord_${Math.floor(rows / 2)}` })),
  'invoices by hash': invoices(({ hash }) => ({ transactionHash: hash })),
  'invoices by a sender nobody has': invoices(() => ({ fromAddress: '0xdead' })),
  'invoices by a common receiver': invoices(() => ({ toAddress: `0x${'a'.repeat(40)}` })),
  'invoices by a network without any': invoices(() => ({ network: 'SOLANA' })),
  'invoices by a common status': invoices(() => ({ status: 'SUCCESS' })),
  'invoices by a status without any': invoices(() => ({ status: 'PROCESSING' })),
  'invoices by an amount nobody has': invoices(() => ({ amountMin: '9000' })),
  'invoices by a common amount': invoices(() => ({ amountMin: '10' })),
  'invoices by a fee nobody has': invoices(() => ({ feeMin: '400' })),
  'invoices by a fee only deposits have': invoices(() => ({ feeMax: '0.000001' })),
  'invoices of a day without any': invoices(() => ({ createdFrom: '2020-01-01', createdTo: '2020-01-01' })),
  'invoices expiring on such a day': invoices(() => ({ expiresFrom: '2020-01-01', expiresTo: '2020-01-01' })),
  'users, newest': users(),
  'users by name': users(lastUser),
  'users by ip': users(({ users: count }) => ({ ip: ipOf(count) })),
  'users of a day without any': users(() => ({ createTo: '2001-01-01' })),
  'stores by name': stores(({ users: count }) => ({ name: `of ${usernameOf(count)}` })),
  'stores by owner': stores(lastUser),
  'log, newest': logs(),
  'log of a user': logs(lastUser),
  'log by type': logs(() => ({ type: 'deduct' })),
  'log by a reason without any': logs(() => ({ description: 'Adjustment' })),
  'deposits, newest': deposits(),
  'deposits of a user': deposits(lastUser),
  'deposits by a method without any': deposits(() => ({ method: 'usdt' })),
  'user statistics': asking(adminApi.userStatistics)(),
  'deposit statistics': asking(adminDepositsApi.statistics)(),
  'revenue and fees': asking(adminInvoicesApi.revenue)(),
};
