// Adds texts to the shipped locale files, sorted by key.
//   node scripts/locale-add.mjs texts.json                 {"English text": "Vietnamese text"}, or {"English text": {"vi": "…", "de": "…"}}
//   node scripts/locale-add.mjs --lang de texts.json       {"English text": "German text"}: translations of keys that exist
// Languages that are not given fall back to English until somebody translates what `locale-missing.mjs <code>` prints.
import { readFileSync } from 'node:fs';
import { addTexts, readTexts, withLock } from './lib/locales.mjs';

const [first, second, third] = process.argv.slice(2);
const input = first === '--lang' ? third : first;
if (input === undefined) {
  process.stderr.write('usage: node scripts/locale-add.mjs [--lang <code>] texts.json\n');
  process.exit(1);
}
const given = JSON.parse(readFileSync(input, 'utf8'));

function addTranslations(code, texts) {
  const known = readTexts('en');
  const unknown = Object.keys(texts).filter((key) => !(key in known));
  if (unknown.length > 0) throw new Error(`not in en.json: ${JSON.stringify(unknown)}`);
  addTexts(code, texts);
}

function addKeys(texts) {
  const perLanguage = new Map();
  for (const [key, value] of Object.entries(texts)) {
    for (const [code, text] of Object.entries(typeof value === 'string' ? { vi: value } : value)) {
      perLanguage.set(code, { ...perLanguage.get(code), [key]: text });
    }
  }
  addTexts('en', Object.fromEntries(Object.keys(texts).map((key) => [key, key])));
  for (const [code, map] of perLanguage) addTexts(code, map);
}

await withLock(() => {
  if (first === '--lang') addTranslations(second, given);
  else addKeys(given);
});
