import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const SERVER = join(import.meta.dirname, '../../apps/server/src');
/** Static imports and re-exports of values; types are erased. */
const IMPORT = /^(?:import|export) (?!type )(?:[^;']*? from )?'([^']+)';/gm;

/** Packages, and our own files, that are loaded with a file, before its first line runs. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const found = new Set([relative(SERVER, file)]);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    if (!name.startsWith('.')) found.add(name);
    const next = join(dirname(file), `${name}.ts`);
    if (name.startsWith('.') && existsSync(next)) for (const each of loadedWith(next, seen)) found.add(each);
  }
  return found;
}

test('a start loads nothing that only some processes or some requests need', () => {
  const loaded = loadedWith(join(SERVER, 'app.ts'));
  expect([...loaded]).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg', 'platform/platform.ts']));
  for (const heavy of ['pdfkit', '@redis/client', '@simplewebauthn/server', '@zxcvbn-ts/language-common', 'nodemailer'])
    expect([...loaded]).not.toContain(heavy);
  expect([...loaded].filter((file) => file.startsWith('platform/tracing/'))).toEqual([]); // off by default
});
