import { type AdminDeposit, type adminDepositsApi, DEPOSIT_METHODS, type DepositStatistics, type RouteQuery } from '@stablegate/contract';
import { formatMicros, toWireNumber } from '@stablegate/rules';
import type { DepositId } from '../../platform/id-types';
import { findPage } from '../../platform/lists/find-page';
import { emptyToUndefined, type Paging, pagingOf, totalsOf, windowOf } from '../../platform/lists/paging';
import type { AdminDeps } from './admin.deps';
import { type DepositRow, depositList, readDeposits } from './deposits.queries';
import { lastDays, periodsOf, sumPeriods } from './periods.domain';
import { usersNamed } from './users';

const SUBSTRING_MIN = 3;

/** There are two methods: a text filter is a choice between them, without a search in the database. */
function methodsLike(text: string | undefined): readonly string[] | undefined {
  const wanted = emptyToUndefined(text)?.toLowerCase();
  if (wanted === undefined) return undefined;
  return DEPOSIT_METHODS.filter((method) => (wanted.length < SUBSTRING_MIN ? method.startsWith(wanted) : method.includes(wanted)));
}

const toView = ({ amountMicros, receivedMicros, status, createdAt, ...row }: DepositRow): AdminDeposit => ({
  ...row,
  amount: formatMicros(amountMicros),
  received: formatMicros(receivedMicros),
  status: status === 'PAID' ? 'SUCCESS' : status,
  createDate: createdAt.toISOString(),
});

export async function listDeposits(
  deps: AdminDeps,
  query: RouteQuery<typeof adminDepositsApi.list>,
): Promise<Paging & { readonly invoices: AdminDeposit[] }> {
  const status = query.status === '' ? undefined : query.status;
  const filter = {
    ...(await usersNamed(deps, emptyToUndefined(query.username))),
    methods: methodsLike(query.method),
    status: status === 'SUCCESS' ? ('PAID' as const) : status,
  };
  const { ids, ...counted } = await findPage<DepositId>(deps.db, depositList(filter), windowOf(query));
  const rows = await readDeposits(deps.db.query, ids);
  return { invoices: rows.map(toView), ...pagingOf(query, totalsOf(counted)) };
}

export async function depositStatistics(deps: AdminDeps): Promise<DepositStatistics> {
  const days = await deps.deposits.listReceivedDays();
  const sums = sumPeriods(
    days.map(({ day, receivedMicros }) => ({ day, value: receivedMicros })),
    periodsOf(deps.businessDay()),
  );
  return {
    totalAllTime: toWireNumber(sums.allTime),
    totalThisMonth: toWireNumber(sums.month),
    totalThisWeek: toWireNumber(sums.week),
    totalToday: toWireNumber(sums.today),
  };
}

export async function depositSeries(deps: AdminDeps, days: number): Promise<{ date: string; amount: number }[]> {
  const wanted = lastDays(deps.businessDay(), days);
  const byDay = new Map((await deps.deposits.listReceivedDays(wanted[0])).map(({ day, receivedMicros }) => [day, receivedMicros]));
  return wanted.map((date) => ({ date, amount: toWireNumber(byDay.get(date) ?? 0n) }));
}
