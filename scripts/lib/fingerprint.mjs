// A hash over source files: unchanged ones are not built again.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './steps.mjs';

const SKIPPED = new Set(['node_modules', 'dist', '.cache', 'test-results']);

function* filesUnder(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) {
    if (!SKIPPED.has(name) && !name.endsWith('.tsbuildinfo')) yield* filesUnder(join(path, name));
  }
}

export function fingerprint(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const path of paths) {
    for (const file of filesUnder(join(root, path))) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const stampFile = (name) => join(root, '.cache', `${name}.stamp`);
export const isCurrent = (name, print) => existsSync(stampFile(name)) && readFileSync(stampFile(name), 'utf8') === print;
export function markCurrent(name, print) {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), print);
}
