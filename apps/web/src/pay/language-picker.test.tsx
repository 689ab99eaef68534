// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { click, find, render } from '../../../../packages/ui/test/render';
import { LanguagePicker } from './language-picker';

const LANGUAGES = [
  { code: 'en', name: 'English', flag: 'us' },
  { code: 'vi', name: 'Tiếng Việt', flag: 'vn' },
];

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['an array', LANGUAGES],
  ['an object', { languages: LANGUAGES }],
])('the languages on offer may come as %s', async (_how, body) => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(body));
  await render(<LanguagePicker first={undefined} />);
  await vi.waitFor(() => expect([...document.querySelectorAll('option')].map(({ value }) => value)).toEqual(['en', 'vi']));
});

test.each([
  ['a status', () => new Response(null, { status: 503 })],
  ['no list', () => Response.json({})],
  ['no answer', () => Promise.reject(new TypeError('offline'))],
])('languages that fail with %s are logged, and can be asked for again', async (_how, answer) => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(async () => answer());
  await render(<LanguagePicker first={undefined} />);
  await vi.waitFor(() => expect(find('button.lang').textContent).toBe('EN · Retry'));
  expect(find('button.lang').title).toBe('The languages could not be loaded.');
  expect(logged).toHaveBeenCalledWith('Failed to load the languages:', expect.anything());
  fetched.mockImplementation(async () => Response.json(LANGUAGES));
  await click('button.lang');
  await vi.waitFor(() => expect(document.querySelectorAll('option')).toHaveLength(2));
  expect(document.querySelector('button.lang')).toBeNull();
});

test('texts that fail to load are logged', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(null, { status: 503 }));
  await render(<LanguagePicker first={LANGUAGES.map((language) => ({ id: language.code, ...language }))} />);
  const field = find<HTMLSelectElement>('select');
  await act(async () => {
    field.value = 'vi';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await vi.waitFor(() => expect(logged).toHaveBeenCalledWith('Failed to load translations:', expect.anything()));
});
