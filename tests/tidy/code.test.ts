import { expect, test } from 'vitest';
import { findLines, productSources, readSources } from './sources';

const sources = productSources();

/** The launcher passes the environment to its children; everything else gets parsed configuration. */
const ENVIRONMENT_READERS = /^packages\/sdk\/src\/cli\/main\.ts$|^apps\/server\/src\/config\.ts$|^apps\/sandbox\/src\/launcher\//;
const TOUCHES_MONEY = /micros|bigint|balance|amount|payable/i;

test('the environment is read in one place', () => {
  expect(
    findLines(
      sources.filter(({ path }) => !ENVIRONMENT_READERS.test(path)),
      /process\.env\b/,
    ),
  ).toEqual([]);
});

test('no float comes near money', () => {
  expect(findLines(sources, /\bparseFloat\(/)).toEqual([]);
  expect(
    findLines(
      sources.filter(({ text }) => TOUCHES_MONEY.test(text)),
      /\bNumber\(|\.toFixed\(/,
    ),
  ).toEqual([]);
});

test('rules are pure: time and randomness are injected', () => {
  expect(
    findLines(
      sources.filter(({ path }) => path.endsWith('.domain.ts') || path.startsWith('packages/rules/')),
      /new Date\(\)|Date\.now\(\)|Math\.random\(\)|randomBytes|randomUUID/,
    ),
  ).toEqual([]);
});

test('no TODO, suppressed type error or any is left in the code', () => {
  const everything = readSources(/^(apps|packages|scripts|tests)\/.*\.(tsx?|mjs|sql|css)$/).filter(
    ({ path }) => !path.startsWith('tests/tidy/'),
  );
  expect(findLines(everything, /\b(TODO|FIXME|XXX|HACK)\b|@ts-ignore|@ts-expect-error|\bas any\b/)).toEqual([]);
});

test('the payment data never goes through raw HTML', () => {
  expect(findLines(sources, /dangerouslySetInnerHTML|\.innerHTML\s*=|document\.write/)).toEqual([]);
});

test('the lock file names no download address', () => {
  expect(findLines(readSources(/^package-lock\.json$/), /"resolved": "https?:/)).toEqual([]);
});
