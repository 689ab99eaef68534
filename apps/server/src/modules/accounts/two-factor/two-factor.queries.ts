import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { SessionId, UserId } from '../../../platform/id-types';

/** TOTP seeds are sealed for this purpose; a value moved here from another column does not open. */
export const TOTP_PURPOSE = 'totp';

export async function findTotpSecret(tx: Queryable, userId: UserId): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('totp_secrets')
    .select('secret_sealed')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return row?.secret_sealed;
}

/** Compare-and-set: of all requests with the code of one step, exactly one gets true; older codes get false. */
export async function acceptTotpStep(tx: Queryable, userId: UserId, step: bigint): Promise<boolean> {
  const row = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export type Setup = { readonly userId: UserId; readonly sessionId: SessionId; readonly startedAfter: Date };

/** A recent set-up of this session. Other sessions do not see it: it holds a secret. */
export async function findSetup(tx: Queryable, setup: Setup): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('totp_secrets')
    .select('secret_sealed')
    .where('user_id', '=', setup.userId)
    .where('setup_session_id', '=', setup.sessionId)
    .where('enabled_at', 'is', null)
    .where('created_at', '>', setup.startedAfter)
    .executeTakeFirst();
  return row?.secret_sealed;
}

/** Replaces a stale or foreign set-up; an enabled app, or a fresh set-up of this session, stays unchanged. */
export async function startSetup(tx: Queryable, setup: Setup & { readonly sealed: Buffer; readonly now: Date }): Promise<void> {
  await sql`
    insert into totp_secrets as t (user_id, secret_sealed, setup_session_id, created_at)
    values (${setup.userId}, ${setup.sealed}, ${setup.sessionId}, ${setup.now})
    on conflict (user_id) do update
       set secret_sealed = excluded.secret_sealed, setup_session_id = excluded.setup_session_id, created_at = excluded.created_at, last_step = 0
     where t.enabled_at is null and (t.setup_session_id <> excluded.setup_session_id or t.created_at <= ${setup.startedAfter})`.execute(tx);
}

/** Consumes the code that proved the set-up. Returns false when it is not the set-up that was checked. */
export async function finishSetup(
  tx: Queryable,
  setup: { readonly userId: UserId; readonly sealed: Buffer; readonly step: bigint; readonly now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('totp_secrets')
    .set({ enabled_at: setup.now, last_step: setup.step })
    .where('user_id', '=', setup.userId)
    .where('secret_sealed', '=', setup.sealed)
    .where('enabled_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Disables the authenticator app, recovery codes included; with `since`, only one that was set up after it. Returns whether it was on. */
export async function removeTwoFactor(tx: Queryable, userId: UserId, since?: Date): Promise<boolean> {
  let secrets = tx.deleteFrom('totp_secrets').where('user_id', '=', userId);
  if (since !== undefined) secrets = secrets.where('created_at', '>', since);
  const row = await secrets.returning('enabled_at').executeTakeFirst();
  if (row !== undefined) await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  return row !== undefined && row.enabled_at !== null;
}
