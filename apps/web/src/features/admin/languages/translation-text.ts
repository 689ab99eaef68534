import type { TranslationEntry } from '@stablegate/contract';
import type { TFunction } from '../../../lib/i18n/texts';

const plain = (text: string): string => text.normalize('NFC').toLowerCase();

export type EntryFilter = { search: string; missingOnly: boolean };

export function findEntries(entries: readonly TranslationEntry[], { search, missingOnly }: EntryFilter): readonly TranslationEntry[] {
  const wanted = plain(search.trim());
  return entries.filter(
    ({ translationKey, translationValue, missing }) =>
      (!missingOnly || missing) && (wanted === '' || plain(translationKey).includes(wanted) || plain(translationValue).includes(wanted)),
  );
}

export type EntryCounts = { total: number; missing: number; waiting: number };

/**
 * All keys, as many as the list has rows. One that waits is not among the missing ones: whatever pages reported, there is no more and no
 * less to translate.
 */
export function countEntries(entries: readonly TranslationEntry[]): EntryCounts {
  const waiting = entries.filter((entry) => entry.waiting).length;
  return { total: entries.length, missing: entries.filter((entry) => entry.missing && !entry.waiting).length, waiting };
}

export const waitingText = (t: TFunction): string =>
  t("Reported by a visitor's page. Not shown to anyone until keys are synced; texts saved before are kept.");

/** Specification 2: split by lines, trimmed, empty lines dropped; a key that is named twice is one key. */
export const keysOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];
