import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './sources';

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, ids = '', met = '', how = '', guard = ''] = line.split('|').map((cell) => cell.trim());
    return { ids: ids.split(', '), met, how, guard };
  });
const answered = rows.flatMap(({ ids }) => ids);

test('every requirement of levels 1 and 2 is answered once', () => {
  expect(new Set(answered).size).toBe(answered.length);
  const perChapter = CHAPTERS.map((_, index) => answered.filter((id) => id.startsWith(`${index + 1}.`)).length);
  expect(perChapter).toEqual(CHAPTERS);
});

test('each answer is yes, no or n/a with a reason, and the sums on the page are theirs', () => {
  expect(rows.filter(({ met, how }) => !['yes', 'no', 'n/a'].includes(met) || how === '')).toEqual([]);
  const sum = (wanted: string) => rows.filter(({ met }) => met === wanted).reduce((total, { ids }) => total + ids.length, 0);
  const [, ...written] = /Met: (\d+)\. Not met, with the reason: (\d+)\. Not applicable: (\d+)\./.exec(page) ?? [];
  expect(written.map(Number)).toEqual(['yes', 'no', 'n/a'].map(sum));
});

test('what is met names what guards it, a file that exists; so do the pages that it refers to', () => {
  expect(rows.filter(({ met, guard }) => met === 'yes' && guard === '')).toEqual([]);
  const files = rows.flatMap(({ guard }) => (guard === '' ? [] : [guard.replaceAll('`', '')]));
  expect(files.filter((file) => ![file, `apps/server/src/${file}`].some((path) => existsSync(join(root, path))))).toEqual([]);
  const pages = [page, readFileSync(join(root, 'docs/threat-model.md'), 'utf8')].flatMap((text) => [
    ...text.matchAll(/`((?:docs|deploy|apps|tests)\/[\w./-]+)`/g),
  ]);
  expect(
    pages.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, 'apps/server/src', path))),
  ).toEqual([]);
});
