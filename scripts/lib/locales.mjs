// Reading and writing the shipped texts: apps/server/locales/<code>.json maps each English text (the key) to its translation.
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const localesDir = join(dirname(fileURLToPath(import.meta.url)), '../../apps/server/locales');
const lockFile = join(localesDir, '.lock');
const CODE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

const fileOf = (code) => join(localesDir, `${code}.json`);
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const write = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

export const shippedCodes = () =>
  readdirSync(localesDir)
    .filter((name) => name.endsWith('.json') && CODE.test(name.slice(0, -5)))
    .map((name) => name.slice(0, -5));
export const readTexts = (code) => (existsSync(fileOf(code)) ? JSON.parse(readFileSync(fileOf(code), 'utf8')) : {});
export const placeholders = (text) => (text.match(/\{\{\w+\}\}/g) ?? []).sort().join(' ');

/** A language that has no file yet gets one. */
export function addTexts(code, texts) {
  if (!CODE.test(code)) throw new Error(`"${code}" is no language code`);
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text !== 'string' || text.trim() === '') throw new Error(`${code}: "${key}" has no text`);
    if (placeholders(text) !== placeholders(key)) throw new Error(`${code}: "${key}" has other placeholders than "${text}"`);
  }
  const merged = { ...readTexts(code), ...texts };
  write(fileOf(code), Object.fromEntries(Object.entries(merged).sort(([a], [b]) => compare(a, b))));
}

/** Several people may add concurrently. */
export async function withLock(work) {
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
