import type { AdminDeps } from './admin.service';
import { findUserIds } from './users.queries';

/** So many users are looked up one by one; where more match, the newest rows of all are looked through. */
const FEW_USERS = 200;

export async function usersNamed(
  deps: AdminDeps,
  username: string | undefined,
): Promise<{ readonly userIds?: readonly string[]; readonly username?: string }> {
  if (username === undefined) return {};
  const userIds = await findUserIds(deps.db.query, username, FEW_USERS + 1);
  return userIds.length <= FEW_USERS ? { userIds } : { username };
}
