import type { UserId } from '../../../platform/id-types';

/**
 * Keys for searching names, descriptions and transaction ids: n-grams, each hashed together with a span of twelve days. A search asks for
 * its n-grams in the newest span first, so that older ones cost nothing. Owners' keys include the owner, so others' invoices cost nothing;
 * the back office has separate keys over all owners. Hashes may collide: the caller compares the text itself.
 */
export type TextKind = 'name' | 'description' | 'transId';
/** One owner's invoices, or all owners', for the back office. */
export type TextScope = { readonly userId: UserId } | 'everybody';

const GRAM = 3;
/** Five digits of an order number are rare among thousands of others, three are not. */
const LONG_GRAM = 5;
/** 2^30 ms, twelve days and ten hours. */
const SPAN_MS = 2 ** 30;
const PREFIX_LENGTHS = [1, 2];
/** A long text is identified by some of its n-grams; more would not narrow it down. */
const ASKED_MAX = 4;
/** Above the 15 bits of an owner's span, so that these keys never collide with those of owners. */
const EVERYBODY = 0x8000;
const LETTER: Readonly<Record<TextKind, string>> = { name: 'n', description: 'd', transId: 't' };
const START = '^';
/** Which n-gram lengths are stored in which scope: names contain numbers. Transaction ids are searched by prefix only. */
const OWN_LENGTHS: Readonly<Record<TextKind, readonly number[]>> = { name: [GRAM, LONG_GRAM], description: [GRAM], transId: [] };
const EVERYBODYS_LENGTHS: Readonly<Record<TextKind, readonly number[]>> = {
  name: [GRAM, LONG_GRAM],
  description: [GRAM, LONG_GRAM],
  transId: [],
};

export const searchable = (text: string): string => text.toLowerCase();
export const spanOf = (at: Date): number => Math.floor(at.getTime() / SPAN_MS);
export const startOfSpan = (span: number): Date => new Date(span * SPAN_MS);

/** FNV-1a over code points. Every creation computes about a hundred, so without substrings. */
const HASH_START = 0x811c9dc5;
const hashed = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193) >>> 0;
const folded = (hash: number): number => (hash >>> 16) ^ (hash & 0xffff);
function codesOf(text: string): number[] {
  const codes: number[] = [];
  for (const character of text) codes.push(character.codePointAt(0) ?? 0);
  return codes;
}
const hashOf = (codes: readonly number[], from = 0, to = codes.length, start = HASH_START): number => {
  let hash = start;
  for (let at = from; at < to; at += 1) hash = hashed(hash, codes[at] ?? 0);
  return hash;
};

const prefixOf = (scope: TextScope, span: number): number =>
  scope === 'everybody' ? EVERYBODY | (span & (EVERYBODY - 1)) : folded(hashOf(codesOf(`${scope.userId}:${span}`))) & (EVERYBODY - 1);

type Keys = { readonly prefix: number; readonly lengths: Readonly<Record<TextKind, readonly number[]>>; readonly into: Set<number> };

function addKeys({ prefix, lengths, into }: Keys, kind: TextKind, codes: readonly number[]): void {
  if (codes.length === 0) return;
  const add = (hash: number) => into.add((prefix << 16) | folded(hash));
  const inside = hashOf(codesOf(LETTER[kind]));
  const start = hashOf(codesOf(LETTER[kind] + START));
  for (const length of PREFIX_LENGTHS) add(hashOf(codes, 0, Math.min(length, codes.length), start));
  for (const length of lengths[kind]) {
    for (let at = 0; at + length <= codes.length; at += 1) add(hashOf(codes, at, at + length, inside));
  }
}

export type StoredTexts = { readonly transId: string; readonly name: string; readonly description: string | null };

/** Keys stored with an invoice; the texts are already normalised. */
export function keysToStore(userId: UserId | null, createdAt: Date, { transId, name, description }: StoredTexts): number[] {
  const span = spanOf(createdAt);
  const into = new Set<number>();
  const [nameCodes, descriptionCodes] = [codesOf(name), codesOf(description ?? '')];
  // The platform's own invoices have no owner to search for them.
  if (userId !== null) {
    const own = { prefix: prefixOf({ userId }, span), lengths: OWN_LENGTHS, into };
    addKeys(own, 'transId', codesOf(transId));
    addKeys(own, 'name', nameCodes);
    addKeys(own, 'description', descriptionCodes);
  }
  const everybodys = { prefix: prefixOf('everybody', span), lengths: EVERYBODYS_LENGTHS, into };
  addKeys(everybodys, 'name', nameCodes);
  addKeys(everybodys, 'description', descriptionCodes);
  return [...into];
}

export type SoughtText = { readonly kind: TextKind; readonly text: string };

/** Positions of the n-grams to look up: adjacent from the end, where numbers are, and one at the beginning. */
function chosenPlaces(places: number, length: number): number[] {
  const step = Math.max(length, Math.ceil((places - 1) / (ASKED_MAX - 1)));
  return Array.from({ length: places }, (_, at) => at).filter((at) => at === 0 || (places - 1 - at) % step === 0);
}

/** Keys to look up in one span. A text of one or two characters is searched as a prefix. */
export function keysToFind(scope: TextScope, span: number, sought: readonly SoughtText[]): number[] {
  const prefix = prefixOf(scope, span);
  const lengthsKept = scope === 'everybody' ? EVERYBODYS_LENGTHS : OWN_LENGTHS;
  const hashes = sought.flatMap(({ kind, text }) => {
    const codes = codesOf(text);
    if (codes.length < GRAM) return [hashOf(codes, 0, codes.length, hashOf(codesOf(LETTER[kind] + START)))];
    const length = codes.length >= LONG_GRAM && lengthsKept[kind].includes(LONG_GRAM) ? LONG_GRAM : GRAM;
    const inside = hashOf(codesOf(LETTER[kind]));
    return chosenPlaces(codes.length - length + 1, length).map((at) => hashOf(codes, at, at + length, inside));
  });
  return [...new Set(hashes.map((hash) => (prefix << 16) | folded(hash)))];
}
