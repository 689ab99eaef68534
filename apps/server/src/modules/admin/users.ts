import type { AdminUser, adminApi, RouteQuery, UserStatistics } from '@stablegate/contract';
import { toWireNumber } from '@stablegate/rules';
import { dayAfter, startOfDay } from '../../platform/db/time-zone';
import type { UserId } from '../../platform/id-types';
import { findPage } from '../../platform/lists/find-page';
import { emptyToUndefined, type Paging, pagingOf, totalsOf, windowOf } from '../../platform/lists/paging';
import type { AdminDeps } from './admin.deps';
import { lastDays, periodsOf } from './periods.domain';
import { findUserIds, listUserDays, readUserCounts, readUsers, type UserFilter, userList } from './users.queries';

export async function listUsers(
  deps: AdminDeps,
  query: RouteQuery<typeof adminApi.users>,
): Promise<Paging & { readonly users: AdminUser[] }> {
  const [from, to] = [emptyToUndefined(query.createFrom), emptyToUndefined(query.createTo)];
  const filter: UserFilter = {
    username: emptyToUndefined(query.username),
    ip: emptyToUndefined(query.ip),
    role: query.role === '' ? undefined : query.role,
    createdFrom: from === undefined ? undefined : startOfDay(from, deps.timeZone),
    createdBefore: to === undefined ? undefined : startOfDay(dayAfter(to), deps.timeZone),
  };
  const { ids, ...counted } = await findPage<UserId>(deps.db, userList(filter), windowOf(query));
  const rows = await readUsers(deps.db.query, ids);
  const [balances, totals] = await Promise.all([deps.ledger.balancesOf(ids), deps.ledger.totalsOfMany(ids)]);
  const users = rows.map(({ id, username, ip, role, createdAt }) => ({
    id,
    username,
    ip,
    balance: toWireNumber(balances.get(id)?.balance ?? 0n),
    totalDeposit: toWireNumber(totals.get(id)?.deposited ?? 0n),
    roles: [role],
    createDate: createdAt.toISOString(),
  }));
  return { users, ...pagingOf(query, totalsOf(counted)) };
}

export async function userStatistics(deps: AdminDeps): Promise<UserStatistics> {
  const periods = periodsOf(deps.businessDay());
  const start = (day: string) => startOfDay(day, deps.timeZone);
  const counts = await readUserCounts(deps.db.query, {
    month: start(periods.month),
    week: start(periods.week),
    today: start(periods.today),
  });
  return { totalUsers: counts.total, usersThisMonth: counts.month, usersThisWeek: counts.week, usersToday: counts.today };
}

export async function userSeries(deps: AdminDeps, days: number): Promise<{ date: string; count: number }[]> {
  const wanted = lastDays(deps.businessDay(), days);
  const counted = await listUserDays(deps.db.query, startOfDay(wanted[0] ?? '', deps.timeZone), deps.timeZone);
  const byDay = new Map(counted.map(({ day, count }) => [day, count]));
  return wanted.map((date) => ({ date, count: byDay.get(date) ?? 0 }));
}

/** Up to this many users are filtered by id; where more match, the newest rows of all are scanned. */
const FEW_USERS = 200;

export async function usersNamed(
  deps: AdminDeps,
  username: string | undefined,
): Promise<{ readonly userIds?: readonly UserId[]; readonly username?: string }> {
  if (username === undefined) return {};
  const userIds = await findUserIds(deps.db.query, username, FEW_USERS + 1);
  return userIds.length <= FEW_USERS ? { userIds } : { username };
}
