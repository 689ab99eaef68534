export type NumberMarks = { decimal: string; group: string };

/** English is known: a browser's first formatter takes 20 ms of a computer, and the sign-in needs no other. */
const known = new Map<string, NumberMarks>([['en', { decimal: '.', group: ',' }]]);

/** How a language writes 12,345.6. */
export function numberMarks(language: string): NumberMarks {
  const before = known.get(language);
  if (before !== undefined) return before;
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn', useGrouping: 'always' }).formatToParts(12_345.6);
  const mark = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise;
  const marks = { decimal: mark('decimal', '.'), group: mark('group', ',') };
  known.set(language, marks);
  return marks;
}

/** Whether a language writes the dollar sign behind the number. Not where digits are isolated within right-to-left text: $1.50 stays as it is. */
export function isSignLast(language: string): boolean {
  if (numberMarks(language).decimal !== ',') return false;
  const options = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  return new Intl.NumberFormat(language, options).formatToParts(1)[0]?.type !== 'currency';
}
