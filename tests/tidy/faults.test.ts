import { expect, test } from 'vitest';
import { readSources } from './sources';

/** How `npm run chaos` finds the tests of a fault: by the numbers at the beginning of a title. */
const TITLE = /['"`]F\d+(?:, F\d+)*:/g;

test('every fault of the list has a test with its number', () => {
  const [list] = readSources(/^scripts\/lib\/faults\.mjs$/);
  const names = list?.lines.filter((line) => /^ {2}'.+',$/.test(line)) ?? [];
  const titles = readSources(/^(apps\/(server|sandbox)|packages|tests\/chaos)\/.*\.(test|chaos)\.ts$/).flatMap(
    ({ text }) => text.match(TITLE) ?? [],
  );
  const tested = new Set(titles.flatMap((title) => title.match(/F\d+/g) ?? []));
  expect(names).toHaveLength(45);
  expect(names.map((_, index) => `F${index + 1}`).filter((fault) => !tested.has(fault))).toEqual([]);
});
