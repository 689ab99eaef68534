// Prints what a language lacks, as JSON of English text to English text, ready to be translated in place and handed to
// `locale-add.mjs --lang <code>`:   node scripts/locale-missing.mjs de > de-missing.json
import { readTexts, shippedCodes } from './lib/locales.mjs';

const [code] = process.argv.slice(2);
if (code === undefined) {
  process.stderr.write(`usage: node scripts/locale-missing.mjs <code>\nshipped: ${shippedCodes().join(', ')}\n`);
  process.exit(1);
}
const texts = readTexts(code);
const missing = Object.keys(readTexts('en')).filter((key) => !(key in texts));
process.stdout.write(`${JSON.stringify(Object.fromEntries(missing.map((key) => [key, key])), null, 2)}\n`);
