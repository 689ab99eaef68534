/**
 * How many guesses an attacker needs who tries the likeliest first: known passwords and words with the usual changes, names, rows of keys,
 * repetitions and years. The model is zxcvbn's (Wheeler, USENIX Security 2016): the password is split into the parts that are cheapest to
 * guess. Everything is a power of ten, as a logarithm.
 */
export type PasswordWeakness = 'own' | 'common' | 'pattern' | 'short';
export type GuessedPassword = { readonly log10: number; readonly weakness: PasswordWeakness };
/** The rank of a lower-case word in a list of known passwords, from 1. */
export type WordRank = (word: string) => number | undefined;

/** What zxcvbn counts as safe against throttled guessing, and sign-ins are throttled. */
export const PASSWORD_LOG10_MIN = 6;
/** Longer ones are beyond guessing in practice and are not estimated: the time grows with the cube of the length. */
export const ESTIMATED_CHARS_MAX = 24;

type Part = { readonly from: number; readonly to: number; readonly log10: number; readonly weakness: PasswordWeakness };

const WORD_MIN = 3;
const CHANGED = Math.log10(2); // a capital at the start, letters as digits, backwards: one of two ways each
const SCATTERED = 1; // capitals in other places
const YEAR = Math.log10(60);
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz'] as const;
const LOOKALIKES: Readonly<Record<string, string>> = {
  '4': 'a',
  '@': 'a',
  '8': 'b',
  '3': 'e',
  '6': 'g',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
};

const reversed = (text: string): string => [...text].reverse().join('');
const plain = (text: string, one: string): string => [...text].map((char) => (char === '1' ? one : (LOOKALIKES[char] ?? char))).join('');

function capitals(text: string): number {
  const upper = text.replace(/[^\p{Lu}]/gu, '').length;
  if (upper === 0) return 0;
  return upper === text.length || /^\p{Lu}[^\p{Lu}]*$/u.test(text) ? CHANGED : SCATTERED;
}

/** The text itself, backwards, or with digits and symbols for letters. */
function readings(text: string): readonly (readonly [word: string, log10: number])[] {
  const direct: (readonly [string, number])[] = [
    [text, 0],
    [reversed(text), CHANGED],
  ];
  return /\p{L}/u.test(text) ? [...direct, [plain(text, 'i'), CHANGED], [plain(text, 'l'), CHANGED]] : direct;
}

function wordPart(text: string, rankOf: WordRank, own: ReadonlySet<string>): Omit<Part, 'from' | 'to'> | undefined {
  let best: Omit<Part, 'from' | 'to'> | undefined;
  for (const [word, extra] of readings(text.toLowerCase())) {
    const isOwn = own.has(word);
    const rank = isOwn ? 1 : rankOf(word);
    if (rank === undefined) continue;
    const log10 = Math.log10(rank) + extra + capitals(text);
    if (best === undefined || log10 < best.log10) best = { log10, weakness: isOwn ? 'own' : 'common' };
  }
  return best;
}

const isRow = (text: string): boolean => ROWS.some((row) => row.includes(text) || reversed(row).includes(text));

function patternLog10(text: string, part: (block: string) => number): number | undefined {
  if (/^(19|20)\d\d$/.test(text)) return YEAR;
  if (isRow(text)) return Math.log10(20 * text.length);
  const block = /^(.+?)\1+$/u.exec(text)?.[1];
  return block === undefined ? undefined : part(block) + Math.log10(text.length / block.length);
}

/** Of all parts of the text, those that are easier to guess than character by character. */
function partsOf(text: string, rankOf: WordRank, own: ReadonlySet<string>): Part[] {
  const parts: Part[] = [];
  for (let from = 0; from < text.length; from += 1) {
    for (let to = from + WORD_MIN; to <= text.length; to += 1) {
      const piece = text.slice(from, to);
      const word = wordPart(piece, rankOf, own);
      if (word !== undefined) parts.push({ from, to, ...word });
      const pattern = patternLog10(piece.toLowerCase(), (block) => wordPart(block, rankOf, own)?.log10 ?? block.length);
      if (pattern !== undefined) parts.push({ from, to, log10: pattern, weakness: 'pattern' });
    }
  }
  return parts;
}

type Split = { readonly log10: number; readonly count: number; readonly heaviest: Part | undefined };
const longer = (a: Part | undefined, b: Part): Part => (a !== undefined && a.to - a.from >= b.to - b.from ? a : b);

/** The cheapest way to build the text from its parts; ten guesses for each character that belongs to none. */
function cheapest(text: string, parts: readonly Part[]): Split {
  const upTo: Split[] = [{ log10: 0, count: 0, heaviest: undefined }];
  for (let end = 1; end <= text.length; end += 1) {
    const before = upTo[end - 1] as Split;
    let best: Split = { ...before, log10: before.log10 + 1 };
    for (const part of parts) {
      if (part.to !== end) continue;
      const start = upTo[part.from] as Split;
      const count = start.count + 1;
      // The attacker does not know the order of the parts either.
      const log10 = start.log10 + part.log10 + Math.log10(count);
      if (log10 < best.log10) best = { log10, count, heaviest: longer(start.heaviest, part) };
    }
    upTo.push(best);
  }
  return upTo[text.length] as Split;
}

/** `own`: names of the user and of this service, which are tried first. */
export function guessPassword(password: string, rankOf: WordRank, own: readonly string[]): GuessedPassword {
  const names = new Set(own.map((word) => word.toLowerCase()).filter((word) => word.length >= WORD_MIN));
  const { log10, heaviest } = cheapest(password, partsOf(password, rankOf, names));
  return { log10, weakness: heaviest?.weakness ?? 'short' };
}
