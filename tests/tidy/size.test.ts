import ts from 'typescript';
import { expect, test } from 'vitest';
import { listFiles, productSources, type Source } from './sources';

const FILE_LINES_MAX = 350;
const MEDIAN_LINES_MAX = 110;
const FUNCTION_LINES_MAX = 70;

const sources = productSources();
const lengthOf = ({ lines }: Source): number => lines.length - 1;

test(`no source file is longer than ${FILE_LINES_MAX} lines`, () => {
  expect(sources.filter((source) => lengthOf(source) > FILE_LINES_MAX).map(({ path }) => path)).toEqual([]);
});

test(`half of the source files have at most ${MEDIAN_LINES_MAX} lines`, () => {
  const sorted = sources.map(lengthOf).sort((a, b) => a - b);
  expect(sorted.length).toBeGreaterThan(40);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(MEDIAN_LINES_MAX);
});

/** A component's markup is counted with its function, so screens get split before they sprawl. */
function longFunctions({ path, text }: Source): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const first = file.getLineAndCharacterOfPosition(node.getStart()).line;
      const last = file.getLineAndCharacterOfPosition(node.getEnd()).line;
      if (last - first + 1 > FUNCTION_LINES_MAX) found.push(`${path}:${first + 1} has ${last - first + 1} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test(`no function is longer than ${FUNCTION_LINES_MAX} lines`, { timeout: 300_000 }, () => {
  expect(sources.flatMap(longFunctions)).toEqual([]);
});

/** Numbered files: readers do not browse these folders. */
const SEQUENCES = /^apps\/server\/migrations$|^docs\/adr$/;
const ROOM_MAX = 25;

test('no folder has more files than a reader can survey', () => {
  const rooms = new Map<string, number>();
  for (const path of listFiles(/^(apps|packages|tests|scripts|examples|docs)\//)) {
    const room = path.slice(0, path.lastIndexOf('/'));
    rooms.set(room, (rooms.get(room) ?? 0) + 1);
  }
  expect([...rooms].filter(([room, files]) => files > ROOM_MAX && !SEQUENCES.test(room))).toEqual([]);
});
