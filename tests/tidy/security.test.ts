import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './sources';

/** As numbered in docs/security.md; two numbers are not used. */
const NUMBERS = Array.from({ length: 51 }, (_, index) => index + 1).filter((number) => number !== 24 && number !== 36);

const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => {
    const [, number = '', requirement = '', how = '', guard = ''] = line
      .split(' | ')
      .flatMap((cell, index) => (index === 0 ? ['', cell.replace('| ', '')] : [cell]));
    const [, file = '', title = ''] = /^`([^`]+)`: (.+?) \|$/.exec(guard) ?? [];
    return { number: Number(number), requirement, how, file, title };
  });

test('every security requirement is answered', () => {
  expect(rows.map(({ number }) => number)).toEqual(NUMBERS);
  expect(rows.filter(({ requirement, how }) => requirement === '' || how === '')).toEqual([]);
});

test.each(rows)('requirement $number is guarded by a test that exists: $file', ({ file, title }) => {
  const path = [join(root, file), join(root, 'apps/server/src', file)].find((each) => existsSync(each));
  const text = path === undefined ? '' : readFileSync(path, 'utf8');
  const titles = [...text.matchAll(/\(\s*(['"`])(.+?)\1,/g)].map(([, , each]) => each);
  expect(titles).toContain(title);
});
