// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { languagesQuery } from './i18n';

const LANGUAGES = [
  { code: 'en', name: 'English', flag: 'us' },
  { code: 'vi', name: 'Tiếng Việt', flag: 'vn' },
];
const answer = (body: unknown) => vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(body));

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['an array', LANGUAGES],
  ['an object', { languages: LANGUAGES }],
])('the languages on offer may come as %s', async (_how, body) => {
  answer(body);
  expect(await new QueryClient().fetchQuery(languagesQuery)).toEqual(LANGUAGES);
});

test.each([[null], [{}], [{ languages: null }]])('%j is no list of languages', async (body) => {
  answer(body);
  await expect(new QueryClient().fetchQuery(languagesQuery)).rejects.toThrow(TypeError);
});
