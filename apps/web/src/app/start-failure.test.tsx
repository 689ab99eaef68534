// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { find, render } from '../../../../packages/ui/test/render';
import { startI18n } from '../lib/i18n/i18n';
import { StartFailure, showStartTexts } from './start-failure';

beforeEach(() => void vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch')));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test.each([
  ['vi', 'ltr', 'Không mở được Stablegate', 'Thử lại'],
  ['ar', 'rtl', 'تعذّر فتح Stablegate', 'إعادة المحاولة'],
  ['xx', 'ltr', 'Stablegate could not be opened', 'Retry'],
])('without the server the first screen speaks the chosen language: %s', async (language, direction, title, retry) => {
  document.documentElement.dir = 'ltr';
  localStorage.setItem('language', language);
  await expect(startI18n()).rejects.toThrow();
  await showStartTexts();
  await render(<StartFailure onRetry={async () => undefined} />);
  expect(document.documentElement.dir).toBe(direction);
  expect(find('h1').textContent).toBe(title);
  expect(find('button').textContent).toBe(retry);
});
