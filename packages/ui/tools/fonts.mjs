/**
 * Writes the fonts that nearly every page needs: Geist's letters of the Latin languages, in the weights that the styles use. Other alphabets
 * and rare signs stay in the files of the npm package, which a browser fetches when a page has such a character (unicode-range in fonts.css).
 * Run after an update of the fonts: node packages/ui/tools/fonts.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('');

// The same characters as in fonts.css.
const ASCII = range(0x20, 0x7e);
const SUBSETS = [
  { font: 'geist', part: 'basic', characters: `${ASCII}\u00a0·–—‘’“”•…`, heaviest: 700 },
  { font: 'geist', part: 'accents', characters: `${range(0xa1, 0xb6)}${range(0xb8, 0xff)}Œœ`, heaviest: 700 },
  { font: 'geist-mono', part: 'basic', characters: `${ASCII}·…`, heaviest: 600 },
];

for (const { font, part, characters, heaviest } of SUBSETS) {
  const whole = readFileSync(require.resolve(`@fontsource-variable/${font}/files/${font}-latin-wght-normal.woff2`));
  const subset = await subsetFont(whole, characters, { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: heaviest } } });
  writeFileSync(new URL(`../src/styles/fonts/${font}-${part}.woff2`, import.meta.url), subset);
  process.stdout.write(`${font} ${part}: ${subset.length} of ${whole.length} bytes\n`);
}
