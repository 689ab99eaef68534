import type { Role } from '@stablegate/contract';
import type { Tx } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';

export async function saveRole(tx: Tx, userId: UserId, role: Role): Promise<void> {
  await tx.updateTable('users').set({ role }).where('id', '=', userId).execute();
}

export async function saveDisabled(tx: Tx, userId: UserId, disabledAt: Date | null): Promise<void> {
  await tx.updateTable('users').set({ disabled_at: disabledAt }).where('id', '=', userId).execute();
}

/** The authenticator app and its recovery codes; returns whether there was anything to remove. */
export async function deleteTwoFactor(tx: Tx, userId: UserId): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).returning('user_id').execute();
  return rows.length > 0;
}
