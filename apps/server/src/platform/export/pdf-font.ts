import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { serverRoot } from '../paths';

/** The product's own typeface, which has the Vietnamese and Cyrillic letters missing in PDF's standard fonts. */
const OWN_FILES = {
  regular: '@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf',
  medium: '@expo-google-fonts/geist/500Medium/Geist_500Medium.ttf',
};
/** Letters that it lacks. Files of the repository: the packages they come from hold every weight, 300 MB of them. */
const NOTO_FONTS = ['sc', 'jp', 'kr', 'thai', 'arabic'] as const;
type NotoName = (typeof NOTO_FONTS)[number];
export type FontName = keyof typeof OWN_FILES;
export type AnyFontName = FontName | NotoName;

/** Han characters are drawn as readers of the language write them: one code stands for several forms. */
const FIRST_CHOICE: Readonly<Record<string, NotoName>> = { ja: 'jp', ko: 'kr', zh: 'sc', th: 'thai', ar: 'arabic' };
export const fallbackFonts = (language: string): readonly NotoName[] => {
  const first = FIRST_CHOICE[language.slice(0, 2)];
  return first === undefined ? NOTO_FONTS : [first, ...NOTO_FONTS.filter((name) => name !== first)];
};

/** Arabic letters are joined, and Thai marks placed, by the tables that the others do not need. */
const SHAPED: ReadonlySet<AnyFontName> = new Set(['thai', 'arabic']);
export const isShaped = (name: AnyFontName): boolean => SHAPED.has(name);

/** Kerning, ligatures and the like. Columns of figures do not need them, and applying them takes most of the rendering time. */
const SHAPING_TABLES = new Set(['GSUB', 'GPOS', 'GDEF']);
const HEADER_BYTES = 12;
const RECORD_BYTES = 16;

/** An OpenType file begins with a directory: tag, checksum, offset and length of each table. The tables themselves stay in place. */
function withoutShaping(font: Buffer): Buffer {
  const count = font.readUInt16BE(4);
  const records = Array.from({ length: count }, (_, index) =>
    font.subarray(HEADER_BYTES + index * RECORD_BYTES, HEADER_BYTES + (index + 1) * RECORD_BYTES),
  );
  const kept = Buffer.concat(records.filter((record) => !SHAPING_TABLES.has(record.toString('latin1', 0, 4))));
  const plain = Buffer.from(font);
  plain.writeUInt16BE(kept.length / RECORD_BYTES, 4);
  kept.copy(plain, HEADER_BYTES);
  return plain;
}

const WOFF_HEADER_BYTES = 44;
const WOFF_RECORD_BYTES = 20;

/** WOFF is the same file with every table compressed. Unpacked once: the library would do it anew for every letter, seconds a page. */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(HEADER_BYTES);
  woff.copy(header, 0, 4, 8); // flavor
  header.writeUInt16BE(count, 4);
  const records: Buffer[] = [];
  const tables: Buffer[] = [];
  let end = HEADER_BYTES + count * RECORD_BYTES;
  for (let index = 0; index < count; index += 1) {
    const at = WOFF_HEADER_BYTES + index * WOFF_RECORD_BYTES;
    const [offset, packedBytes, bytes] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const packed = woff.subarray(offset, offset + packedBytes);
    const table = packedBytes < bytes ? inflateSync(packed) : packed;
    const record = Buffer.alloc(RECORD_BYTES);
    woff.copy(record, 0, at, at + 4); // tag
    woff.copy(record, 4, at + 16, at + 20); // checksum
    record.writeUInt32BE(end, 8);
    record.writeUInt32BE(bytes, 12);
    records.push(record);
    const padding = Buffer.alloc((4 - (bytes % 4)) % 4);
    tables.push(table, padding);
    end += bytes + padding.length;
  }
  return Buffer.concat([header, ...records, ...tables]);
}

const loaded = new Map<AnyFontName, Buffer>();
const plainIfPossible = (name: AnyFontName, font: Buffer): Buffer => (isShaped(name) ? font : withoutShaping(font));
const isOwn = (name: AnyFontName): name is FontName => name in OWN_FILES;
const read = (name: AnyFontName): Buffer =>
  isOwn(name)
    ? withoutShaping(readFileSync(createRequire(import.meta.url).resolve(OWN_FILES[name])))
    : plainIfPossible(name, unpacked(readFileSync(join(serverRoot(), 'fonts', `noto-sans-${name}.woff`))));

export function pdfFont(name: AnyFontName): Buffer {
  const font = loaded.get(name) ?? read(name);
  loaded.set(name, font);
  return font;
}
