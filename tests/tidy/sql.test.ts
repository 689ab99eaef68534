import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { findLines, productSources, readSources } from './sources';

/** The last migration with functions; since then they have separate files (ADR 28). */
const LAST_WITH_FUNCTIONS = 35;

test('migrations contain tables and data, no functions', () => {
  const newer = readSources(/^apps\/server\/migrations\/\d{4}_[a-z0-9_]+\.sql$/).filter(
    ({ path }) => Number.parseInt(path.split('/').at(-1) ?? '', 10) > LAST_WITH_FUNCTIONS,
  );
  expect(findLines(newer, /\bcreate\s+(or\s+replace\s+)?(function|procedure)\b/i)).toEqual([]);
});

test('an SQL file creates the one function that it is named after', () => {
  const files = readSources(/^apps\/server\/sql\//);
  expect(files.length).toBeGreaterThan(0);
  const created = files.map(({ path, text }) => ({
    path,
    names: [...text.matchAll(/^create\s+(?:or\s+replace\s+)?(?:function|procedure)\s+(\w+)/gim)].map(([, name]) => name),
  }));
  expect(created).toEqual(files.map(({ path }) => ({ path, names: [basename(path, '.sql')] })));
});

/** `sql.raw(COLUMNS)`, with `const COLUMNS` in the same file, which contains nothing else. */
function isNamedConstant(rest: string, text: string): boolean {
  const name = /^\(([A-Z_]+)\)/.exec(rest)?.[1];
  return name !== undefined && new RegExp(`^(export )?const ${name} =\\s*(\`[^\`$]*\`|'[^']*');`, 'm').test(text);
}

test('statements contain no value of a caller', () => {
  const sources = productSources().filter(({ path }) => path.startsWith('apps/server/'));
  const constant = /^\(\s*(`[^`$]*`|'[^']*'(?:\s*\+\s*'[^']*')*|\w+ \? '[^']*' : '[^']*'),?\s*\)/;
  const raw = sources.flatMap(({ path, text }) =>
    text
      .split('sql.raw')
      .slice(1)
      .map((rest) => ({ path, isConstant: constant.test(rest) || isNamedConstant(rest, text) })),
  );
  expect(raw.length).toBeGreaterThan(5);
  expect(raw.filter(({ isConstant }) => !isConstant)).toEqual([]);
  expect(findLines(sources, /\.query\(\s*`[^`]*\$\{(?!pg\.escapeIdentifier)/)).toEqual([]);
});

test('rows are locked without their key, so that what refers to them goes on', () => {
  // Removed under the lock, if nothing refers to it by then.
  const removing = 'apps/server/src/modules/chains/addresses/watched.queries.ts';
  const sources = productSources().filter(({ path }) => path.startsWith('apps/server/') && path !== removing);
  expect(findLines(sources, /\bforUpdate\(|\bfor update\b/)).toEqual([]);
});
