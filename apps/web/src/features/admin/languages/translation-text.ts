import type { TranslationEntry } from '@stablegate/contract';

const plain = (text: string): string => text.normalize('NFC').toLowerCase();

export type EntryFilter = { search: string; missingOnly: boolean };

export function findEntries(entries: readonly TranslationEntry[], { search, missingOnly }: EntryFilter): readonly TranslationEntry[] {
  const wanted = plain(search.trim());
  return entries.filter(
    ({ translationKey, translationValue, missing }) =>
      (!missingOnly || missing) && (wanted === '' || plain(translationKey).includes(wanted) || plain(translationValue).includes(wanted)),
  );
}

/** Specification 2: split by lines, trimmed, empty lines dropped; a key that is named twice is one key. */
export const keysOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];
