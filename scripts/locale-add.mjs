// Adds texts to the shipped locale files, sorted by key: node scripts/locale-add.mjs texts.json
// texts.json maps each English text (the key) to its Vietnamese text; other languages: {"key": {"vi": "…", "de": "…"}}.
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const localesDir = join(dirname(fileURLToPath(import.meta.url)), '../apps/server/locales');
const lockFile = join(localesDir, '.lock');

async function withLock(work) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      closeSync(openSync(lockFile, 'wx'));
      break;
    } catch (error) {
      if (attempt > 100) throw error;
      await sleep(50);
    }
  }
  try {
    work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

function addTo(code, texts) {
  const file = join(localesDir, `${code}.json`);
  const merged = { ...JSON.parse(readFileSync(file, 'utf8')), ...texts };
  const sorted = Object.fromEntries(Object.entries(merged).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

const input = process.argv[2];
if (input === undefined) {
  process.stderr.write('usage: node scripts/locale-add.mjs texts.json\n');
  process.exit(1);
}
const texts = JSON.parse(readFileSync(input, 'utf8'));
await withLock(() => {
  addTo('en', Object.fromEntries(Object.keys(texts).map((key) => [key, key])));
  const perLanguage = new Map();
  for (const [key, value] of Object.entries(texts)) {
    for (const [code, text] of Object.entries(typeof value === 'string' ? { vi: value } : value)) {
      perLanguage.set(code, { ...perLanguage.get(code), [key]: text });
    }
  }
  for (const [code, map] of perLanguage) addTo(code, map);
});
