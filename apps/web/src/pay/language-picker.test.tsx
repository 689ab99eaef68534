// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../packages/ui/test/render';
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
