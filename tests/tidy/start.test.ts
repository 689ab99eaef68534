import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const SERVER = join(import.meta.dirname, '../../apps/server/src');
/** Static imports and re-exports of values; types are erased. */
const IMPORT = /^(?:import|export) (?!type )(?:[^;']*? from )?'([^']+)';/gm;

/** Packages that are loaded with a file, before its first line runs. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const found = new Set<string>();
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    if (!name.startsWith('.')) found.add(name);
    const next = join(dirname(file), `${name}.ts`);
    if (name.startsWith('.') && existsSync(next)) for (const each of packagesOf(next, seen)) found.add(each);
  }
  return found;
}

test('a start loads nothing that only some processes or some requests need', () => {
  const loaded = packagesOf(join(SERVER, 'app.ts'));
  expect([...loaded]).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg']));
  for (const heavy of ['pdfkit', '@redis/client', '@simplewebauthn/server', '@zxcvbn-ts/language-common', 'nodemailer'])
    expect([...loaded]).not.toContain(heavy);
});
