import { expect, test } from 'vitest';
import { version } from '../../package.json';
import { readSources } from './sources';

test('every workspace has the version of the product', () => {
  const found = readSources(/^(apps|packages|examples)\/[^/]+\/package\.json$|^tests\/package\.json$/).map(({ path, text }) => ({
    path,
    version: (JSON.parse(text) as { version: string }).version,
  }));
  expect(found.length).toBeGreaterThan(7);
  expect(found.filter((each) => each.version !== version)).toEqual([]);
});

test('the changelog has this version', () => {
  const [changes] = readSources(/^CHANGELOG\.md$/);
  expect(changes?.lines.find((line) => line.startsWith('## '))).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')}( |$)`));
});
