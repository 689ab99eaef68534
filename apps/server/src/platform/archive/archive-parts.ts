import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/db';
import { dropPart, listOldParts } from '../partitions/old-parts';
import { type Archive, type ArchiveSource, archiveRows, type SeenRow } from './archive-rows';

type Ref = RawBuilder<unknown>;
/** A table with monthly partitions. */
export type ArchivedTable = {
  readonly table: string;
  /** Of its files. */
  readonly name: string;
  /** Its column of time. */
  readonly time: string;
  readonly keptDays: number;
  /** Whether something still needs the row with this alias. */
  readonly isNeeded: (row: Ref) => Ref;
  /** The same of any row of a partition. */
  readonly isAnyNeeded: (part: Ref) => Ref;
};

function sourceOf(db: Db, part: string, { name, time, keptDays, isNeeded }: ArchivedTable): ArchiveSource {
  const rowsOf = sql.table(part);
  return {
    name,
    read: async (after, limit) => {
      const { rows } = await sql<SeenRow>`
        select r.id::text, to_char(r.${sql.ref(time)} at time zone 'UTC', 'YYYY-MM') as month, row_to_json(r)::text as line,
               r.${sql.ref(time)} < now() - ${keptDays} * interval '1 day' as "isOld", ${isNeeded(sql.ref('r'))} as "isNeeded"
          from ${rowsOf} r where r.id > ${after}::bigint order by r.id limit ${limit}`.execute(db.query);
      return rows;
    },
    remove: async (ids) => {
      await sql`delete from ${rowsOf} where id = any(${ids}::bigint[])`.execute(db.query);
    },
  };
}

/** One per partition that has, or may have, old rows: a month that is old to its end is dropped as a whole, unless some of it is needed. */
async function listSources(db: Db, table: ArchivedTable): Promise<ArchiveSource[]> {
  const parts = await listOldParts(db.query, table.table, table.keptDays);
  return Promise.all(
    parts.map(async ({ name, isOver }) => {
      const source = sourceOf(db, name, table);
      if (!isOver) return source;
      const isNeeded = table.isAnyNeeded(sql.table(name));
      const { rows } = await sql<{ needed: boolean }>`select ${isNeeded} as needed`.execute(db.query);
      if (rows[0]?.needed !== false) return source;
      return { ...source, drop: (through: string) => dropPart(db, name, { through, isNeeded }) };
    }),
  );
}

export async function archiveTable(
  db: Db,
  table: ArchivedTable,
  folder: string,
  onProgress: (rows: number) => void,
  options?: { readonly batch?: number },
): Promise<Archive> {
  let done = 0;
  const files: string[] = [];
  for (const source of await listSources(db, table)) {
    const archive = await archiveRows(source, folder, (rows) => onProgress(done + rows), options);
    done += archive.rows;
    files.push(...archive.files);
  }
  return { rows: done, files };
}
