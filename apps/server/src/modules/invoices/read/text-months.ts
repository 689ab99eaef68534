import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/db';
import { isCheckViolation } from '../../../platform/db/db-errors';
import { firstIdAt } from '../../../platform/ids';
import type { InvoiceDeps } from '../invoices.deps';

/** Later invoices go to the default partition: they are found there as well, only not as fast. */
const MONTHS_AHEAD = 3;

const monthAfter = (at: Date, months: number): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months));

/** Adds the missing partitions of `invoice_texts`, one per month: ids begin with their time. */
export async function addTextMonths({ db, log }: Pick<InvoiceDeps, 'db' | 'log'>, from: Date, ahead = MONTHS_AHEAD): Promise<void> {
  for (let months = 0; months <= ahead; months += 1) {
    const [start, end] = [monthAfter(from, months), monthAfter(from, months + 1)];
    const month = start.toISOString().slice(0, 7);
    const bounds = [start, end].map((at) => sql.lit(firstIdAt('invoice', at)));
    await sql`
      create table if not exists ${sql.table(`invoice_texts_${month.replace('-', '_')}`)}
        partition of invoice_texts for values from (${bounds[0]}) to (${bounds[1]})`
      .execute(db.query)
      .catch((error: unknown) => {
        if (!isCheckViolation(error)) throw error;
        log.error({ month }, 'no partition for the texts of a month: the default partition already has some');
      });
  }
}

/** Merges new entries into the trigram indexes; with none it costs one check each. */
export async function mergeNewTexts(tx: Queryable): Promise<void> {
  await sql`select gin_clean_pending_list(relid) from pg_partition_tree('invoice_texts_search') where isleaf`.execute(tx);
}
