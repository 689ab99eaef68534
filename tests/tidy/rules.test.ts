import { FEE_PERCENT, MONITORING_MINUTES, TRIAL_DAYS } from '@stablegate/rules';
import { describe, expect, test } from 'vitest';
import { findLines, productSources, readSources } from './sources';

/** Each fact of the product rules, the file that states it, and the pattern of a duplicate. */
const FACTS = [
  { fact: 'the fee', home: 'fee.ts', again: /\b(FEE_(BPS|SHARE|RATE|PER_?\w*)|BPS)\b *=|['"`]0\.5 ?%['"`]|\b20[01]n\b|\b50n\b/ },
  {
    fact: 'micro-units',
    home: 'money.ts',
    again: /\bMICRO(_PLACES|S_PER\w*|_DECIMALS)? *=|\b(USDT|USD) *= *1_?000_?000n?\b|decimals - 6\b/,
  },
  { fact: 'reading a decimal', home: 'money.ts', again: /pad(End|Start)\((6|MICRO)|\/\^\(?-?\??\)?\(?\\d\+\)?\(\?:?\\\.\(?\\d/ },
  {
    fact: 'the amounts of invoices',
    home: 'payable.ts',
    again: /\b(INVOICE_)?AMOUNT_(MAX(_MICROS)?|PLACES|PATTERN) *=/,
  },
  { fact: 'the grid and the tails', home: 'payable.ts', again: /\bGRID(_MICROS)? *=|TAILS\w* *=/ },
  { fact: 'the trial', home: 'periods.ts', again: /\bTRIAL_\w+ *=|\b7 \* (24|DAY)/ },
  { fact: 'units of time', home: 'periods.ts', again: /\b(SECOND|MINUTE|HOUR|DAY)_MS *=/ },
  { fact: 'the monitoring', home: 'periods.ts', again: /\bMONITORING_\w+ *=/ },
  { fact: 'the confirmations shown', home: 'confirmations.ts', again: /[hH]ead\w* - \w*[bB]lock\w* \+ 1/ },
  {
    fact: 'the size of a page',
    home: 'pages.ts',
    again: /\b(ADMIN_)?PAGE_SIZE(S|_MAX|_DEFAULT)? *=|\bsize: z\..*\.(max|default)\((10+|20)\b/,
  },
] as const;

const sources = productSources();

describe('a rule is stated once, in packages/rules', () => {
  test.each(FACTS)('$fact', ({ home, again }) => {
    const path = `packages/rules/src/${home}`;
    expect(
      findLines(
        sources.filter((source) => source.path === path),
        again,
      ),
    ).not.toEqual([]);
    expect(
      findLines(
        sources.filter((source) => source.path !== path),
        again,
      ),
    ).toEqual([]);
  });
});

test('texts that mention a rule match it', () => {
  const keys = Object.keys(JSON.parse(readSources(/^apps\/server\/locales\/en\.json$/)[0]?.text ?? '{}') as object);
  const named = (pattern: RegExp) => keys.flatMap((key) => [...key.matchAll(pattern)].map(([, value]) => ({ key, value })));
  const fees = named(/(\d[\d.]*%)/g).filter(({ key }) => /\bfee|per paid invoice/i.test(key));
  const trials = named(/(\d+) days (?:without fees|free)|[Tt]rial of (\d+) days/g);
  const hours = named(/(\d+) hours/g).filter(({ key }) => /late|after (it|the invoice) expire/i.test(key));
  expect(fees.length * trials.length).toBeGreaterThan(0);
  expect(fees.filter(({ value }) => value !== FEE_PERCENT)).toEqual([]);
  expect(trials.filter(({ value }) => value !== String(TRIAL_DAYS))).toEqual([]);
  expect(hours.filter(({ value }) => value !== String(MONITORING_MINUTES / 60))).toEqual([]);
});
