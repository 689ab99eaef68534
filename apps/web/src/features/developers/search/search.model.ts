export const FOUND_KINDS = ['call', 'field', 'error', 'event', 'guide'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

export type Entry = {
  readonly kind: FoundKind;
  /** Where it leads to. */
  readonly to: string;
  readonly title: string;
  readonly detail: string;
  /** What is searched besides title and detail. */
  readonly text: string;
};
export type Found = Entry & { readonly id: string };

/** Enough to choose from, and few enough to read on a phone; more letters find the rest. */
const PER_KIND_MAX = 6;

const folded = (text: string): string => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

/** The whole title, its beginning, one of its words, anywhere in it, beside it, somewhere in the text. */
function scoreOf(word: string, title: string, detail: string, text: string): number {
  if (title === word) return 100;
  if (title.startsWith(word)) return 60;
  const at = title.indexOf(word);
  if (at > 0) return /[\p{L}\p{N}]/u.test(title[at - 1] ?? '') ? 30 : 45;
  if (detail.includes(word)) return 15;
  return text.includes(word) ? 5 : 0;
}

export type Index = readonly { readonly entry: Found; readonly title: string; readonly detail: string; readonly text: string }[];

export const indexOf = (entries: readonly Entry[]): Index =>
  entries.map((entry, place) => ({
    entry: { ...entry, id: String(place) },
    title: folded(entry.title),
    detail: folded(entry.detail),
    text: folded(entry.text),
  }));

/** Every word has to occur; the best of each kind come first, the kinds in a fixed order. */
export function find(index: Index, query: string): { readonly kind: FoundKind; readonly found: readonly Found[] }[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const scored = index.flatMap(({ entry, title, detail, text }) => {
    const scores = words.map((word) => scoreOf(word, title, detail, text));
    return scores.includes(0) ? [] : [{ entry, score: scores.reduce((sum, each) => sum + each, 0) }];
  });
  return FOUND_KINDS.map((kind) => ({
    kind,
    found: scored
      .filter(({ entry }) => entry.kind === kind)
      .sort((a, b) => b.score - a.score || a.entry.title.length - b.entry.title.length)
      .slice(0, PER_KIND_MAX)
      .map(({ entry }) => entry),
  })).filter(({ found }) => found.length > 0);
}
