import { expect, test } from 'vitest';
import { findLines, readSources } from './sources';

/** Screens use tokens: a colour value or a raw pixel belongs into tokens.css or the kit. */
const screens = readSources(/^apps\/web\/src\/.*\.(tsx|css)$/).filter(({ path }) => !/\.test\.tsx$/.test(path));

test("the browser keeps no copy of the server's network facts", () => {
  const code = readSources(/^apps\/web\/src\/.*\.tsx?$/).filter(({ path }) => !/\.test\.tsx?$/.test(path));
  // USDT contracts and mints of any chain, and explorers' hosts; example addresses in the documentation are marked.
  expect(findLines(code, /\b0x[0-9a-fA-F]{40}\b|['"`]T[1-9A-HJ-NP-Za-km-z]{33}['"`]|['"`][1-9A-HJ-NP-Za-km-z]{43,44}['"`]/)).toEqual([]);
  expect(findLines(code, /(bsc|tron|ether|polygon|sol)scan\.|explorer\.solana/i)).toEqual([]);
  expect(findLines(code, /chain_?id['"]?: *\d/i)).toEqual([]);
});

test('screens contain no colour values', () => {
  expect(findLines(screens, /['":\s(]#[0-9a-fA-F]{3,8}\b(?![\w-])|\brgba?\(|\bhsla?\(/)).toEqual([]);
});

test('nothing has a left and a right side: Arabic turns them around', () => {
  const styles = readSources(/^(apps\/web|packages\/ui)\/src\/.*\.css$/);
  const physical = styles.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => {
      const [, values] = /^\s*(?:padding|margin|inset):\s*(.*);/.exec(line) ?? [];
      const [, right, , left] = values?.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
      const isSided = /^\s*(?:(?:padding|margin|border)-(?:left|right)\b|(?:left|right):)/.test(line);
      return isSided || (left !== undefined && left !== right) ? [`${path}:${index + 1}: ${line.trim()}`] : [];
    }),
  );
  expect(physical).toEqual([]);
});
