import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfPresent } from '../chain/journal/journal';
import { decodeLines, encodeLine } from '../chain/journal/journal-lines';

/** The transactions of one slot, in order, as base64 of the signed bytes. Empty slots are not stored. */
export type SlotRecord = { readonly slot: number; readonly time: number; readonly transactions: readonly string[] };
export type SolanaJournal = {
  readonly records: readonly SlotRecord[];
  readonly append: (record: SlotRecord) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Beside the chain's own journal, and as safe: a record is on disk before its payments are acknowledged. */
export async function openSolanaJournal(dir: string): Promise<SolanaJournal> {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, 'solana.journal');
  const { values, wholeBytes } = decodeLines(readIfPresent(path));
  const file = await open(path, 'a');
  await file.truncate(wholeBytes);
  return {
    records: values as SlotRecord[],
    append: async (record) => {
      await file.appendFile(encodeLine(record));
      await file.datasync();
    },
    close: () => file.close(),
  };
}
