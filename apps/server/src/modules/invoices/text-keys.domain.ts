/**
 * Keys by which names, descriptions and transaction ids are found: groups of characters, each hashed together with a span of twelve
 * days. Who looks for a text asks for its groups in the newest span first, so that what is older costs nothing. Owners search
 * keys that have the owner in them, and pay nothing for what others own; the back office has keys of its own, for everybody's.
 * Hashes may meet: whoever asks compares the text itself afterwards.
 */
export type TextKind = 'name' | 'description' | 'transId';
/** Whose invoices: of one owner, or everybody's, for the back office. */
export type TextScope = { readonly userId: string } | 'everybody';

const GRAM = 3;
/** Five digits of an order number are rare among everybody's, three are not. */
const LONG_GRAM = 5;
/** 2^30 ms, twelve days and ten hours. */
const SPAN_MS = 2 ** 30;
const PREFIX_LENGTHS = [1, 2];
/** A long text is told by some of its groups; the others would only be compared. */
const ASKED_MAX = 4;
/** Above the 15 bits of an owner's span: these keys never meet those of owners. */
const EVERYBODY = 0x8000;
const LETTER: Readonly<Record<TextKind, string>> = { name: 'n', description: 'd', transId: 't' };

export const searchable = (text: string): string => text.toLowerCase();
export const spanOf = (at: Date): number => Math.floor(at.getTime() / SPAN_MS);
export const startOfSpan = (span: number): Date => new Date(span * SPAN_MS);

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
const prefixOf = (scope: TextScope, span: number): number =>
  scope === 'everybody' ? EVERYBODY | (span & (EVERYBODY - 1)) : hash16(`${scope.userId}:${span}`) & (EVERYBODY - 1);

const gramsIn = (characters: readonly string[], length: number): string[] =>
  Array.from({ length: Math.max(0, characters.length - length + 1) }, (_, at) => characters.slice(at, at + length).join(''));

export type StoredTexts = { readonly transId: string; readonly name: string; readonly description: string | null };

function gramsToStore({ transId, name, description }: StoredTexts, lengths: readonly number[]): string[] {
  return (['transId', 'name', 'description'] as const).flatMap((kind) => {
    const characters = [...{ transId, name, description: description ?? '' }[kind]];
    if (characters.length === 0) return [];
    const starts = PREFIX_LENGTHS.map((length) => `^${characters.slice(0, length).join('')}`);
    // Transaction ids are looked for from the start only, and longer starts by their own index.
    const inside = kind === 'transId' ? [] : lengths.flatMap((length) => gramsIn(characters, length));
    return [...starts, ...inside].map((gram) => LETTER[kind] + gram);
  });
}

/** What is kept with an invoice; the texts are searchable already. */
export function keysToStore(userId: string | null, createdAt: Date, texts: StoredTexts): number[] {
  const span = spanOf(createdAt);
  // The platform's own invoices have no owner who would look for them.
  const own = userId === null ? [] : gramsToStore(texts, [GRAM]).map((gram) => keyOf(prefixOf({ userId }, span), gram));
  const everybodys = gramsToStore({ ...texts, transId: '' }, [GRAM, LONG_GRAM]).map((gram) => keyOf(prefixOf('everybody', span), gram));
  return [...new Set([...own, ...everybodys])];
}

export type SoughtText = { readonly kind: TextKind; readonly text: string };

/** Side by side from the end, where numbers stand, as far apart as their number allows; the first tells how it begins. */
function chosen(grams: readonly string[], length: number): string[] {
  const step = Math.max(length, Math.ceil((grams.length - 1) / (ASKED_MAX - 1)));
  return grams.filter((_, at) => at === 0 || (grams.length - 1 - at) % step === 0);
}

/** What is asked for in one span. A text of one or two characters is looked for at the start. */
export function keysToFind(scope: TextScope, span: number, sought: readonly SoughtText[]): number[] {
  const prefix = prefixOf(scope, span);
  const grams = sought.flatMap(({ kind, text }) => {
    const characters = [...text];
    const length = scope === 'everybody' && characters.length >= LONG_GRAM ? LONG_GRAM : GRAM;
    const asked = characters.length < GRAM ? [`^${text}`] : chosen(gramsIn(characters, length), length);
    return asked.map((gram) => LETTER[kind] + gram);
  });
  return [...new Set(grams.map((gram) => keyOf(prefix, gram)))];
}
