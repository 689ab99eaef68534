import type { AdminLog, adminApi, RouteQuery } from '@stablegate/contract';
import { sql } from 'kysely';
import { formatMicros } from '../../platform/money';
import type { AdminDeps } from './admin.service';
import { given, type Paging, pagingOf, TOTAL_MAX } from './paging';
import { anywhere } from './text-match';
import { findUserIds, readUsernames } from './users.queries';

/** So many users are read one by one; where more match, the newest lines of all are looked through. */
const FEW_USERS = 200;

async function usersNamed(deps: AdminDeps, username: string | undefined) {
  if (username === undefined) return {};
  const userIds = await findUserIds(deps.db.query, username, FEW_USERS + 1);
  if (userIds.length <= FEW_USERS) return { userIds };
  return { usersIn: sql`select u.id from users u where ${anywhere(sql`u.username_key`, username)}` };
}

export async function listTransactionLogs(
  deps: AdminDeps,
  query: RouteQuery<typeof adminApi.transactionLogs>,
): Promise<Paging & { readonly logs: AdminLog[] }> {
  const filters = {
    ...(await usersNamed(deps, given(query.username))),
    reason: given(query.description),
    type: query.type === '' ? undefined : query.type,
    from: given(query.from),
    to: given(query.to),
  };
  const { content, totalElements, totalIsCapped } = await deps.ledger.listTransactions(filters, {
    page: query.page,
    size: query.size,
    cappedTotal: true,
  });
  const usernames = await readUsernames(deps.db.query, [...new Set(content.map(({ userId }) => userId))]);
  const logs = content.map(({ id, userId, type, reason, createdAt, beforeMicros, amountMicros, afterMicros }) => ({
    id,
    username: usernames.get(userId) ?? userId,
    type,
    createdAt: createdAt.toISOString(),
    createTime: createdAt.toISOString(),
    beforeBalance: formatMicros(beforeMicros),
    amount: formatMicros(amountMicros),
    afterBalance: formatMicros(afterMicros),
    description: reason,
  }));
  return { logs, ...pagingOf(query, totalIsCapped ? TOTAL_MAX + 1 : totalElements) };
}
