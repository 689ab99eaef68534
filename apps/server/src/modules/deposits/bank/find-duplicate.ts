import type { Tx } from '../../../platform/db/db';
import { referencesIn } from '../deposits.domain';
import { keepKnownReferences } from '../deposits.queries';
import type { NewBankTransfer } from './bank-transfers.queries';
import { compareReports } from './duplicates.domain';
import { type EarlierRow, lockEarlierReports } from './duplicates.queries';

export type Found = {
  /** This transfer, reported before. */
  readonly same: EarlierRow | undefined;
  /** What may be this transfer; an admin decides. */
  readonly maybe: readonly EarlierRow[];
};

export async function findDuplicate(tx: Tx, transfer: NewBankTransfer): Promise<Found> {
  const words = referencesIn(transfer.content);
  const earlier = await lockEarlierReports(tx, transfer, words);
  const known = new Set(await keepKnownReferences(tx, [...words, ...earlier.flatMap(({ content }) => referencesIn(content))]));
  const namedIn = (content: string): string[] => referencesIn(content).filter((word) => known.has(word));
  const report = { ...transfer, references: namedIn(transfer.content) };
  const alike = earlier.map((row) => {
    const references = row.creditedTo === null ? namedIn(row.content) : [row.creditedTo];
    return { row, likeness: compareReports(report, { ...row, references }) };
  });
  return {
    same: alike.find(({ likeness }) => likeness === 'same')?.row,
    maybe: alike.filter(({ likeness }) => likeness === 'maybe').map(({ row }) => row),
  };
}
