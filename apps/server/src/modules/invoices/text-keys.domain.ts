/**
 * Keys by which names, descriptions and transaction ids are found: groups of three characters, each hashed together with the owner
 * and a span of twelve days. Who looks for a text asks for all of its groups in the newest span first, so that what others own and
 * what is older costs nothing. Hashes may meet: whoever asks compares the text itself afterwards.
 */
export type TextKind = 'name' | 'description' | 'transId';

const GRAM = 3;
/** 2^30 ms, twelve days and ten hours. */
const SPAN_MS = 2 ** 30;
const PREFIX_LENGTHS = [1, 2];
/** A long text is told by some of its groups; the others would only be compared. */
const ASKED_MAX = 6;
const LETTER: Readonly<Record<TextKind, string>> = { name: 'n', description: 'd', transId: 't' };

export const searchable = (text: string): string => text.toLowerCase();
export const spanOf = (at: Date): number => Math.floor(at.getTime() / SPAN_MS);

/** FNV-1a over code points, folded to 16 bits. */
function hash16(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return (hash >>> 16) ^ (hash & 0xffff);
}

const keyOf = (prefix: number, gram: string): number => (prefix << 16) | hash16(gram);
const prefixOf = (userId: string | null, span: number): number => hash16(`${userId ?? ''}:${span}`);

function gramsIn(characters: readonly string[]): string[] {
  return Array.from({ length: Math.max(0, characters.length - GRAM + 1) }, (_, at) => characters.slice(at, at + GRAM).join(''));
}

function gramsToStore(kind: TextKind, text: string): string[] {
  const characters = [...text];
  const starts = PREFIX_LENGTHS.map((length) => `^${characters.slice(0, length).join('')}`);
  // Transaction ids are looked for from the start only, and longer starts by their own index.
  return [...starts, ...(kind === 'transId' ? [] : gramsIn(characters))].map((gram) => LETTER[kind] + gram);
}

export type StoredTexts = { readonly transId: string; readonly name: string; readonly description: string | null };

/** What is kept with an invoice; the texts are searchable already. */
export function keysToStore(userId: string | null, createdAt: Date, { transId, name, description }: StoredTexts): number[] {
  const prefix = prefixOf(userId, spanOf(createdAt));
  const grams = [
    ...gramsToStore('transId', transId),
    ...gramsToStore('name', name),
    ...(description === null || description === '' ? [] : gramsToStore('description', description)),
  ];
  return [...new Set(grams.map((gram) => keyOf(prefix, gram)))];
}

export type SoughtText = { readonly kind: TextKind; readonly text: string };

/** What is asked for in one span. A text of one or two characters is looked for at the start. */
export function keysToFind(userId: string | null, span: number, sought: readonly SoughtText[]): number[] {
  const prefix = prefixOf(userId, span);
  const grams = sought.flatMap(({ kind, text }) => {
    const characters = [...text];
    const all = characters.length < GRAM ? [`^${text}`] : gramsIn(characters);
    const step = Math.ceil(all.length / ASKED_MAX);
    return all.filter((_, at) => at % step === 0).map((gram) => LETTER[kind] + gram);
  });
  return [...new Set(grams.map((gram) => keyOf(prefix, gram)))];
}
