import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';

/** Merges new entries into the trigram indexes; with none it costs one check each. */
export async function mergeNewTexts(tx: Queryable): Promise<void> {
  await sql`select invoice_texts_merge()`.execute(tx);
}
