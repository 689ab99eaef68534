import { mkdirSync, readFileSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { appendRun, type BlockRun } from './block-run';
import { decodeJournal, encodeLine, type JournalHeader, type JournalRecord } from './journal-lines';

/** About 170 KB of single empty blocks, 17 minutes at one a second, before they are merged into one line. */
const RECORDS_BEFORE_COMPACTION = 1000;

export type Journal = {
  readonly header: JournalHeader;
  /** The canonical chain without its genesis block, oldest first. */
  readonly runs: readonly BlockRun[];
  readonly timeOffsetSeconds: () => number;
  /** Resolves when the record is on disk. */
  readonly append: (record: JournalRecord) => Promise<void>;
  readonly close: () => Promise<void>;
};

export function readIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Opens or creates the journal in a directory; `newHeader` is used when there is none yet. */
export async function openJournal(dir: string, newHeader: JournalHeader): Promise<Journal> {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, 'chain.journal');
  const decoded = decodeJournal(readIfPresent(path));
  const header = decoded.header ?? newHeader;
  const runs: BlockRun[] = [];
  let timeOffsetSeconds = 0;
  let file: FileHandle;

  const take = (record: JournalRecord): void => {
    for (const run of record.runs) appendRun(runs, run);
    timeOffsetSeconds = record.timeOffsetSeconds ?? timeOffsetSeconds;
  };

  /** Writes the canonical chain to a new file and renames it over the old one: a crash leaves either, never half of one. */
  const compact = async (): Promise<void> => {
    const fresh = await open(`${path}.new`, 'w');
    const lines = [encodeLine(header), ...runs.map((run) => encodeLine({ runs: [run] })), encodeLine({ runs: [], timeOffsetSeconds })];
    await fresh.writeFile(lines.join(''));
    await fresh.sync();
    await rename(`${path}.new`, path);
    const folder = await open(dir, 'r');
    await folder.sync();
    await folder.close();
    await file?.close();
    file = fresh;
    loose = 0;
  };

  let loose = 0;
  for (const record of decoded.records) take(record);
  file = await open(path, 'a');
  await file.truncate(decoded.wholeBytes);
  if (!decoded.header || decoded.records.length > runs.length + RECORDS_BEFORE_COMPACTION) await compact();

  return {
    header,
    runs,
    timeOffsetSeconds: () => timeOffsetSeconds,
    append: async (record) => {
      await file.appendFile(encodeLine(record));
      await file.datasync();
      const before = runs.length;
      take(record);
      if (runs.length <= before) loose += 1;
      if (loose >= RECORDS_BEFORE_COMPACTION) await compact();
    },
    close: () => file.close(),
  };
}
