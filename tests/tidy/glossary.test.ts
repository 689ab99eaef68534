import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from './sources';

type Texts = Readonly<Record<string, string>>;
const read = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;

/**
 * One word per idea in every language. `terms` holds, by language, the stems of which a translation uses one where the English text matches
 * `en`; `names` stay as they are.
 */
const { terms, names } = read<{ terms: Record<string, Texts>; names: string[] }>('apps/server/locales/glossary/glossary.json');
const codes = listFiles(/^apps\/server\/locales\/[a-z-]+\.json$/).map((path) => path.replace(/^.*\/|\.json$/g, ''));
const languages = codes.filter((code) => code !== 'en').map((code) => ({ code, texts: read<Texts>(`apps/server/locales/${code}.json`) }));
/** Values, tags and names of events (invoice.refunded) are no words. */
const wordsOf = (text: string): string => text.replace(/\{\{\w+\}\}|<\/?\w+>|\binvoice\.\w+/g, ' ');

const STATUSES = ['Waiting', 'Processing', 'Success', 'Expired', 'Failed', 'Cancelled'];

test('the glossary has every term in every language', () => {
  for (const [term, stems] of Object.entries(terms)) expect(Object.keys(stems).sort(), term).toEqual([...codes].sort());
});

test.each(languages)('$code uses the words of the glossary', ({ code, texts }) => {
  const strays = Object.entries(terms).flatMap(([term, { en = '', [code]: stem = '' }]) => {
    const [english, own] = [new RegExp(en, 'i'), new RegExp(stem, 'i')];
    const used = Object.entries(texts).filter(([key]) => english.test(wordsOf(key)));
    expect(used.length, term).toBeGreaterThan(0);
    return used.filter(([, text]) => !own.test(text)).map(([key, text]) => `${term}: ${key} => ${text}`);
  });
  expect(strays).toEqual([]);
});

test.each(languages)('$code keeps the names of networks and products', ({ texts }) => {
  const lost = Object.entries(texts).flatMap(([key, text]) =>
    names
      .filter((name) => new RegExp(`\\b${name}\\b`).test(wordsOf(key)) && !text.includes(name))
      .map((name) => `${name}: ${key} => ${text}`),
  );
  expect(lost).toEqual([]);
});

test.each(languages)('no two statuses share a word in $code', ({ texts }) => {
  const words = STATUSES.map((status) => texts[status]);
  expect(new Set(words).size).toBe(STATUSES.length);
});
