import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const BATCH = 5_000;

type ArchivedRow = {
  readonly id: string;
  /** Of the row's time in UTC, such as 2026-03. */
  readonly month: string;
  /** The row as JSON. */
  readonly line: string;
};
export type SeenRow = ArchivedRow & {
  /** Old enough to leave the database. */
  readonly isOld: boolean;
  /** Something still needs it. */
  readonly isNeeded: boolean;
};
/**
 * A partition whose ids grow with time, to within seconds. So it is read from its oldest row, by its key, up to the first young one: no index
 * on time is needed, and no statement reads more than a batch, however large the table is and however little of it is old.
 */
export type ArchiveSource = {
  readonly name: string;
  /** Rows with larger ids, in their order. */
  read(after: string, limit: number): Promise<readonly SeenRow[]>;
  remove(ids: readonly string[]): Promise<void>;
  /** Where all of it is old and nothing is needed: instead of `remove`, when everything up to this id is in files. */
  drop?(through: string): Promise<void>;
};
export type Archive = { readonly rows: number; readonly files: readonly string[] };

/** Never a file of an earlier run: where that was killed while writing, nothing after its torn end could be read. */
function newFile(folder: string, name: string): string {
  for (let count = 1; ; count += 1) {
    const file = join(folder, `${name}${count === 1 ? '' : `.${count}`}.jsonl.gz`);
    if (!existsSync(file)) return file;
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** With the names of folders that are new: fsync of a file or folder does not save the name that it has in its parent. */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = resolve(folder); made.length >= resolve(first).length; made = dirname(made)) syncFolder(dirname(made));
}

/** A file per month. Each batch is a gzip member of its own, which zcat reads as one text. */
function createFiles(folder: string, name: string) {
  const files = new Map<string, { readonly path: string; readonly handle: number }>();
  const fileOf = (month: string) => {
    const known = files.get(month);
    if (known !== undefined) return known;
    const path = newFile(folder, `${name}-${month}`);
    const made = { path, handle: openSync(path, 'wx', 0o600) };
    files.set(month, made);
    return made;
  };
  return {
    /** Returns when everything is on the disk, the names of new files too. */
    write: (rows: readonly ArchivedRow[]): void => {
      for (const month of new Set(rows.map((row) => row.month))) {
        const lines = rows.filter((row) => row.month === month).map(({ line }) => `${line}\n`);
        const { handle } = fileOf(month);
        const packed = gzipSync(lines.join(''));
        for (let at = 0; at < packed.length; ) at += writeSync(handle, packed, at);
        fsyncSync(handle);
      }
      syncFolder(folder);
    },
    paths: (): string[] => [...files.values()].map(({ path }) => path),
    close: (): void => {
      for (const { handle } of files.values()) closeSync(handle);
    },
  };
}

/**
 * Moves rows to files, in batches: each is on the disk before it is deleted, and all of a partition before that is dropped. Killed in between,
 * a batch, or a month, may be in a file and still in the database: the next run writes it again, under the same ids. Never lost.
 */
export async function archiveRows(
  source: ArchiveSource,
  folder: string,
  onProgress: (rows: number) => void,
  { batch = BATCH } = {},
): Promise<Archive> {
  makeFolder(folder);
  const files = createFiles(folder, source.name);
  let done = 0;
  let after = '0';
  let isWhole = true;
  try {
    for (let isEnd = false; !isEnd; ) {
      const seen = await source.read(after, batch);
      after = seen.at(-1)?.id ?? after;
      isEnd = seen.length < batch || seen.some(({ isOld }) => !isOld);
      const rows = seen.filter(({ isOld, isNeeded }) => isOld && !isNeeded);
      isWhole &&= rows.length === seen.length;
      if (rows.length === 0) continue;
      files.write(rows);
      if (source.drop === undefined) await source.remove(rows.map(({ id }) => id));
      done += rows.length;
      onProgress(done);
    }
    if (isWhole) await source.drop?.(after);
  } finally {
    files.close();
  }
  return { rows: done, files: files.paths() };
}
