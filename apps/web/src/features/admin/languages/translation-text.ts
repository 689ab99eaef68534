import type { TranslationEntry } from '@stablegate/contract';

/** Letters that only Vietnamese uses: the back office's own texts, which have no English original. */
const VIETNAMESE = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/i;

export type Original = { text: string; sourceLang: 'en' | 'vi' };

/** The source of a machine translation: the English text of the key; for the back office the Vietnamese key itself. */
export function originalOf(key: string, english: Readonly<Record<string, string>> | undefined): Original {
  const text = english?.[key] ?? key;
  return { text, sourceLang: VIETNAMESE.test(text) ? 'vi' : 'en' };
}

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
