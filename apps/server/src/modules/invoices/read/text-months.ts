import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';

/** Merges new entries into the trigram indexes; with none it costs one check each. */
export async function mergeNewTexts(tx: Queryable): Promise<void> {
  await sql`select gin_clean_pending_list(relid) from pg_partition_tree('invoice_texts_search') where isleaf`.execute(tx);
}
