import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The product's own typeface, which has the Vietnamese letters missing in PDF's standard fonts. */
const FILES = {
  regular: '@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf',
  medium: '@expo-google-fonts/geist/500Medium/Geist_500Medium.ttf',
};
export type FontName = keyof typeof FILES;

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

const loaded = new Map<FontName, Buffer>();

export function pdfFont(name: FontName): Buffer {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const font = withoutShaping(readFileSync(createRequire(import.meta.url).resolve(FILES[name])));
  loaded.set(name, font);
  return font;
}
