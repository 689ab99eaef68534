import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The product's own typeface; its files hold the Vietnamese letters, which the standard fonts of PDF lack. */
const FILES = {
  regular: '@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf',
  medium: '@expo-google-fonts/geist/500Medium/Geist_500Medium.ttf',
};
export type FontName = keyof typeof FILES;

/** Kerning, ligatures and the like. Columns of figures need none of it, and applying it takes most of the time of drawing a page. */
const SHAPING_TABLES = new Set(['GSUB', 'GPOS', 'GDEF']);
const HEADER_BYTES = 12;
const RECORD_BYTES = 16;

/** An OpenType file begins with a directory: a tag, a checksum, a place and a length for each table. The tables themselves stay where they are. */
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

const loaded = new Map<FontName, Buffer>();

export function pdfFont(name: FontName): Buffer {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const font = withoutShaping(readFileSync(createRequire(import.meta.url).resolve(FILES[name])));
  loaded.set(name, font);
  return font;
}
