import type { AdminLog, adminApi, RouteQuery } from '@stablegate/contract';
import { formatMicros } from '@stablegate/rules';
import { emptyToUndefined, type Paging, pagingOf } from '../../platform/lists/paging';
import type { AdminDeps } from './admin.deps';
import { namedUsers } from './text-match';
import { usersNamed } from './users';
import { readUsernames } from './users.queries';

export async function listTransactionLogs(
  deps: AdminDeps,
  query: RouteQuery<typeof adminApi.transactionLogs>,
): Promise<Paging & { readonly logs: AdminLog[] }> {
  const { userIds, username } = await usersNamed(deps, emptyToUndefined(query.username));
  const filters = {
    userIds,
    users: username === undefined ? undefined : namedUsers(username),
    reason: emptyToUndefined(query.description),
    type: query.type === '' ? undefined : query.type,
    from: emptyToUndefined(query.from),
    to: emptyToUndefined(query.to),
  };
  const { content, ...totals } = await deps.ledger.listTransactions(filters, {
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
  return { logs, ...pagingOf(query, totals) };
}
