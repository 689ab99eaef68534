import { readChanges } from '../../../platform/audit';
import type { Tx } from '../../../platform/db/db';
import type { StoredEvent } from '../../../platform/events/outbox';
import type { AccountDeps } from '../accounts.deps';
import { findUserById } from '../users.queries';

/** Of a changed address, to the old one. */
export async function mailChanges(deps: AccountDeps, tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  for (const change of await readChanges(
    tx,
    events.map(({ payload }) => String(payload.auditId)),
  )) {
    const user = await findUserById(tx, change.userId);
    if (user === undefined) continue;
    const email = change.action === 'email.changed' ? (change.before.email ?? user.email) : user.email;
    await deps.mails.sendChange(tx, { user: { ...user, email }, change });
  }
}
