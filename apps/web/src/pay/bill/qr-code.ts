/**
 * The three kinds of QR symbols of this page (ISO/IEC 18004, bytes). An address: version 4, level Q (25% may be covered, as by the logo in
 * the middle); at most 46 characters, and the longest address, Solana's, has 44. A wallet's request: version 9, level M (15% may be covered);
 * the longest, on a chain with 18 decimals, has 156 characters. A link of WalletConnect, with 187: version 10, level M.
 */
type Kind = {
  readonly version: number;
  readonly bytesMax: number;
  /** Data words of each block: shorter blocks come first. */
  readonly blocks: readonly number[];
  readonly checkWords: number;
  readonly levelBits: number;
  readonly alignments: readonly number[];
};
const ADDRESS: Kind = { version: 4, bytesMax: 46, blocks: [24, 24], checkWords: 26, levelBits: 3, alignments: [6, 26] };
const REQUEST: Kind = { version: 9, bytesMax: 180, blocks: [36, 36, 36, 37, 37], checkWords: 22, levelBits: 0, alignments: [6, 26, 46] };
const PAIRING: Kind = { version: 10, bytesMax: 213, blocks: [43, 43, 43, 43, 44], checkWords: 26, levelBits: 0, alignments: [6, 28, 50] };
/** From this version on a symbol also says which one it is. */
const NAMED_VERSION_MIN = 7;
/** From this version on the length has 16 bits instead of 8. */
const LONG_VERSION_MIN = 10;

const sizeOf = ({ version }: Kind): number => 17 + 4 * version;

type Grid = boolean[][];
const emptyGrid = (size: number): Grid => Array.from({ length: size }, () => new Array<boolean>(size).fill(false));

/** Multiplication in GF(256) by x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    if ((b >>> bit) & 1) product ^= a;
  }
  return product;
}

function generator(degree: number): number[] {
  const factors = [...new Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let round = 0; round < degree; round += 1) {
    for (let at = 0; at < degree; at += 1) factors[at] = times(factors[at] ?? 0, root) ^ (factors[at + 1] ?? 0);
    root = times(root, 2);
  }
  return factors;
}

function checkWords(data: readonly number[], degree: number): number[] {
  const factors = generator(degree);
  const rest = new Array<number>(degree).fill(0);
  for (const word of data) {
    const lead = word ^ (rest.shift() ?? 0);
    rest.push(0);
    factors.forEach((factor, at) => {
      rest[at] = (rest[at] ?? 0) ^ times(factor, lead);
    });
  }
  return rest;
}

/**
 * Mode 4 (bytes), length, the text, the terminator, then the standard's two padding bytes; blocks interleaved, error correction after data.
 */
function codewords(text: string, kind: Kind): number[] {
  const bytes = [...new TextEncoder().encode(text)];
  if (bytes.length > kind.bytesMax) throw new Error('too long for the QR symbol');
  const wordsMax = kind.blocks.reduce((sum, length) => sum + length, 0);
  const high = kind.version < LONG_VERSION_MIN ? [] : [bytes.length >> 12, (bytes.length >> 8) & 15];
  const nibbles = [4, ...high, (bytes.length >> 4) & 15, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const words = Array.from({ length: nibbles.length / 2 }, (_, at) => ((nibbles[at * 2] ?? 0) << 4) | (nibbles[at * 2 + 1] ?? 0));
  for (let fill = 0xec; words.length < wordsMax; fill ^= 0xec ^ 0x11) words.push(fill);
  const blocks = kind.blocks.map((length) => words.splice(0, length));
  const interleave = (lists: number[][]) => (lists.at(-1) ?? []).flatMap((_, at) => lists.flatMap((list) => list.slice(at, at + 1)));
  return [...interleave(blocks), ...interleave(blocks.map((block) => checkWords(block, kind.checkWords)))];
}

/** Finders, alignment and timing; `taken` marks modules without data, format bits included. */
function drawPatterns(dark: Grid, taken: Grid, kind: Kind): void {
  const size = dark.length;
  const set = (x: number, y: number, isDark: boolean) => {
    const [row, takenRow] = [dark[y], taken[y]];
    if (row === undefined || takenRow === undefined || x < 0 || x >= size) return;
    row[x] = isDark;
    takenRow[x] = true;
  };
  const rings = (cx: number, cy: number, radius: number, isDark: (ring: number) => boolean) => {
    for (let y = -radius; y <= radius; y += 1)
      for (let x = -radius; x <= radius; x += 1) set(cx + x, cy + y, isDark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let at = 0; at < 9; at += 1) {
    for (const [x, y] of [
      [at, 8],
      [8, at],
      [size - 1 - at, 8],
      [8, size - 1 - at],
    ] as const)
      if (at < 8 || x === y) set(x, y, false);
  }
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const last = size - 7;
  for (const x of kind.alignments)
    for (const y of kind.alignments) {
      const isFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!isFinder) rings(x, y, 2, (ring) => ring !== 1);
    }
  if (kind.version >= NAMED_VERSION_MIN) drawVersion(kind.version, size, set);
}

/** 18 bits, twice, beside the finders. */
function drawVersion(version: number, size: number, set: (x: number, y: number, isDark: boolean) => void): void {
  let rest = version;
  for (let round = 0; round < 12; round += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let bit = 0; bit < 18; bit += 1) {
    const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
    set(far, near, ((bits >>> bit) & 1) === 1);
    set(near, far, ((bits >>> bit) & 1) === 1);
  }
}

function drawFormat(dark: Grid, levelBits: number, mask: number): void {
  const size = dark.length;
  const data = (levelBits << 3) | mask;
  let rest = data;
  for (let round = 0; round < 10; round += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const set = (x: number, y: number, bit: number) => {
    const row = dark[y];
    if (row !== undefined) row[x] = ((bits >>> bit) & 1) === 1;
  };
  for (let bit = 0; bit < 15; bit += 1) {
    if (bit < 8) {
      set(8, bit < 6 ? bit : bit + 1, bit);
      set(size - 1 - bit, 8, bit);
    } else {
      set(bit === 8 ? 7 : 14 - bit, 8, bit);
      set(8, size - 15 + bit, bit);
    }
  }
  const row = dark[size - 8];
  if (row !== undefined) row[8] = true;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Two columns at a time from the right, alternating up and down, skipping the timing column. */
function drawData(dark: Grid, taken: Grid, words: readonly number[], mask: (x: number, y: number) => boolean): void {
  const size = dark.length;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = dark[y];
        if (row === undefined || taken[y]?.[x]) continue;
        row[x] = ((((words[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1) !== mask(x, y);
        bit += 1;
      }
    }
  }
}

/** The standard's four penalties: long runs, blocks, finder-like patterns, and imbalance. */
function penalty(dark: Grid): number {
  const rows = dark.map((row) => row.map((cell) => (cell ? '1' : '0')).join(''));
  const columns = rows.map((_, x) => rows.map((row) => row[x]).join(''));
  let sum = 0;
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/(.)\1{4,}/g) ?? []) sum += run.length - 2;
    sum += 40 * (line.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
  }
  rows.forEach((row, y) => {
    for (let x = 1; y > 0 && x < rows.length; x += 1)
      if (new Set([row[x], row[x - 1], rows[y - 1]?.[x], rows[y - 1]?.[x - 1]]).size === 1) sum += 3;
  });
  const share = (rows.join('').replaceAll('0', '').length * 100) / rows.length ** 2;
  return sum + 10 * Math.floor(Math.abs(share - 50) / 5);
}

const kindOf = (text: string): Kind => [ADDRESS, REQUEST].find(({ bytesMax }) => text.length <= bytesMax) ?? PAIRING;

/** Rows of modules, true is dark. */
export function qrCode(text: string): Grid {
  const kind = kindOf(text);
  const words = codewords(text, kind);
  const drawn = MASKS.map((mask, index) => {
    const [dark, taken] = [emptyGrid(sizeOf(kind)), emptyGrid(sizeOf(kind))];
    drawPatterns(dark, taken, kind);
    drawData(dark, taken, words, mask);
    drawFormat(dark, kind.levelBits, index);
    return { dark, cost: penalty(dark) };
  });
  return drawn.reduce((best, next) => (next.cost < best.cost ? next : best)).dark;
}

const drawPath = (text: string, margin: number): string =>
  qrCode(text)
    .flatMap((row, y) => {
      const line = row.map((isDark) => (isDark ? '1' : '0')).join('');
      return [...line.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index + margin} ${y + margin}h${run.length}v1h-${run.length}z`);
    })
    .join('');

/** About 3 KB each. A shop's invoices share its addresses, and a symbol takes 4 ms to draw, most of a page's time on the server. */
const KEPT_MAX = 1_000;
const kept = new Map<string, string>();

const keyOf = (text: string, margin: number): string => `${margin} ${text}`;

/** The next one who needs it does not draw it. */
export function keepQrPath(text: string, margin: number, path: string): void {
  const key = keyOf(text, margin);
  kept.delete(key);
  kept.set(key, path);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
}

/** One path for all dark modules, a rectangle for each run in a row, with `margin` light modules around them. */
export function qrPath(text: string, margin: number): string {
  const path = kept.get(keyOf(text, margin)) ?? drawPath(text, margin);
  keepQrPath(text, margin, path);
  return path;
}
export const qrModules = (text: string): number => sizeOf(kindOf(text));
