import { sql } from 'kysely';
import type { Tx } from './db/db';

export type AuditEntry = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: Record<string, unknown>;
};

/** In the transaction of the audited change: no operator action without its row. */
export async function insertAudit(tx: Tx, { actor, action, subject, detail }: AuditEntry): Promise<void> {
  await sql`
    insert into audit_log (actor, action, subject, detail)
    values (${actor}, ${action}, ${subject}, ${JSON.stringify(detail)}::jsonb)`.execute(tx);
}
