import type { Role } from '@stablegate/contract';
import { sql } from 'kysely';
import { assertDefined } from '../../platform/assert';
import type { Queryable, Tx } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';
import { dropPasskeys } from './passkeys/passkeys.queries';

export async function saveRole(tx: Tx, userId: UserId, role: Role): Promise<void> {
  await tx.updateTable('users').set({ role }).where('id', '=', userId).execute();
}

export async function saveDisabled(tx: Tx, userId: UserId, disabledAt: Date | null): Promise<void> {
  await tx.updateTable('users').set({ disabled_at: disabledAt }).where('id', '=', userId).execute();
}

/** The authenticator app, its recovery codes and all passkeys, and that one of them is required; returns whether there was anything to remove. */
export async function deleteTwoFactor(tx: Tx, userId: UserId): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).returning('user_id').execute();
  return (await dropPasskeys(tx, userId)) + rows.length > 0;
}

/** All administrators, and those with an authenticator app or a passkey. */
export async function countAdmins(db: Queryable): Promise<{ admins: number; secured: number }> {
  const { rows } = await sql<{ admins: number; secured: number }>`
    select count(*)::integer as admins, count(*) filter (where s.enabled_at is not null or exists (select from passkeys p where p.user_id = u.id))::integer as secured
      from users u left join totp_secrets s on s.user_id = u.id where u.role = 'ADMIN'`.execute(db);
  return assertDefined(rows[0], 'a count');
}
