import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import type { InvoiceDeps } from '../invoices.deps';

/** Later invoices go to the default partition: they are found there as well, only not as fast. */
export async function addTextMonths({ db, log }: Pick<InvoiceDeps, 'db' | 'log'>, from: Date, ahead?: number): Promise<void> {
  const span = ahead === undefined ? sql`${from}` : sql`${from}, ${ahead}`;
  const { rows } = await sql<{ month: string }>`select month from add_invoice_text_months(${span}) month`.execute(db.query);
  for (const { month } of rows) {
    log.error({ month }, 'no partition for the texts of a month: the default partition already has some');
  }
}

/** Merges new entries into the trigram indexes; with none it costs one check each. */
export async function mergeNewTexts(tx: Queryable): Promise<void> {
  await sql`select gin_clean_pending_list(relid) from pg_partition_tree('invoice_texts_search') where isleaf`.execute(tx);
}
