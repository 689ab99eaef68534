import { expect, test } from 'vitest';
import { findLines, readSources } from './sources';

/** Screens speak in tokens: a colour value or a raw pixel is a decision that belongs into tokens.css or the kit. */
const screens = readSources(/^apps\/web\/src\/.*\.(tsx|css)$/).filter(({ path }) => !/\.test\.tsx$/.test(path));

test('screens hold no colour values', () => {
  expect(findLines(screens, /['":\s(]#[0-9a-fA-F]{3,8}\b(?![\w-])|\brgba?\(|\bhsla?\(/)).toEqual([]);
});
