// @vitest-environment happy-dom
import { directionOf } from '@stablegate/rules';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../packages/ui/test/render';
import { currentTranslation, setTexts, showTexts, useTranslation } from './texts';

function Shown() {
  const { t, language } = useTranslation();
  return <p>{`${language}: ${t('Balance')}`}</p>;
}

afterEach(() => setTexts('en', {}));

test('a text is filled with its values, and a value that was not given stays visible', () => {
  setTexts('vi', { 'Hello {{name}}, {{count}} left': 'Chào {{ name }}, còn {{count}}' });
  const { t } = currentTranslation();
  expect(t('Hello {{name}}, {{count}} left', { name: '{{count}}', count: 0 })).toBe('Chào {{count}}, còn 0');
  expect(t('Hello {{name}}, {{count}} left', { name: 'Lan' })).toBe('Chào Lan, còn {{count}}');
  expect(t('Pay {{amount}}', { amount: '$& 1' })).toBe('Pay $& 1');
});

test('an amount keeps its unit behind it among right-to-left words', () => {
  setTexts('ar', { '{{amount}} USDT too much': 'أكثر بمقدار {{amount}} USDT' });
  expect(currentTranslation().t('{{amount}} USDT too much', { amount: '1,204.5000' })).toBe('أكثر بمقدار \u20661,204.5000 USDT\u2069');
  setTexts('en', {});
  expect(currentTranslation().t('{{amount}} USDT too much', { amount: '1,204.5000' })).toBe('1,204.5000 USDT too much');
});

test('a percent sign stays behind its number, and a path behind its method, among right-to-left words', () => {
  setTexts('ar', { 'A fee of 0.5%.': 'رسوم 0.5%.', 'See GET /payment/events.': 'انظر GET /payment/events.' });
  const { t } = currentTranslation();
  expect([t('A fee of 0.5%.'), t('See GET /payment/events.')]).toEqual(['رسوم \u20660.5%\u2069.', 'انظر \u2066GET /payment/events\u2069.']);
});

test('a name keeps its own direction among right-to-left words', () => {
  setTexts('ar', { 'Ask {{store}}, {{n}} left': 'اسأل {{store}}، بقي {{n}}' });
  expect(currentTranslation().t('Ask {{store}}, {{n}} left', { store: 'Roasters (demo)', n: 3 })).toBe(
    'اسأل \u2068Roasters (demo)\u2069، بقي 3',
  );
});

test('a missing or empty text is its key, and is reported; no property of Object is a text', () => {
  const missing = vi.fn();
  setTexts('vi', { Empty: '', Known: 'Biết' }, missing);
  const { t, isKnown } = currentTranslation();
  expect([t('Empty'), t('Known'), t('constructor'), t('Dots. And: colons')]).toEqual(['Empty', 'Biết', 'constructor', 'Dots. And: colons']);
  expect(missing.mock.calls.flat()).toEqual(['Empty', 'constructor', 'Dots. And: colons']);
  expect([isKnown('Known'), isKnown('Empty'), isKnown('toString')]).toEqual([true, false, false]);
});

test('a component shows the language that is current, and the page has its direction', async () => {
  const { container } = await render(<Shown />);
  expect(container.textContent).toBe('en: Balance');
  act(() => showTexts('ar', { Balance: 'الرصيد' }));
  expect(container.textContent).toBe('ar: الرصيد');
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  act(() => showTexts('de', { Balance: 'Guthaben' }));
  expect([container.textContent, document.documentElement.dir]).toEqual(['de: Guthaben', 'ltr']);
  expect(directionOf('arn')).toBe('ltr'); // Mapudungun is not Arabic
});
