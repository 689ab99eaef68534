import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db';

/** The database refuses to delete younger ones. */
const KEPT_DAYS = 90;
const BATCH = 5_000;

export type Archive = { readonly rows: number; readonly file: string };
type Row = { readonly id: string; readonly line: string };

/** Attempts of deliveries that have ended; ids grow with time, so the oldest are found without an index. */
const oldest = (db: Db['query'], limit: number) =>
  sql<Row>`
    select a.id::text as id, row_to_json(a)::text as line from callback_attempts a join callback_deliveries d on d.id = a.delivery_id
     where a.at < now() - ${KEPT_DAYS} * interval '1 day' and d.outcome is not null order by a.id limit ${limit}`.execute(db);

/** On the disk before anything is deleted. Each batch is a gzip member of its own, which zcat reads as one text. */
function write(file: string, rows: readonly Row[]): void {
  appendFileSync(file, gzipSync(`${rows.map(({ line }) => line).join('\n')}\n`), { mode: 0o600 });
  const handle = openSync(file, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Callback attempts older than 90 days go to a file, in batches. Killed in between, a batch may be in the file and still in the database: it is
 * written again by the next run, never lost.
 */
export async function archiveAttempts(
  db: Db,
  folder: string,
  onProgress: (rows: number) => void,
  { now = new Date(), batch = BATCH } = {},
): Promise<Archive> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `callback-attempts-${now.toISOString().slice(0, 19).replaceAll(':', '')}.jsonl.gz`);
  for (let done = 0; ; ) {
    const { rows } = await oldest(db.query, batch);
    if (rows.length === 0) return { rows: done, file };
    write(file, rows);
    await sql`delete from callback_attempts where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db.query);
    done += rows.length;
    onProgress(done);
  }
}
