import { expect, test } from 'vitest';
import { hrefOf, isActive, navigation, shownNavigation } from './navigation';

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'https://app.example');
  return { pathname, search };
};
const activeAt = (address: string) =>
  navigation.flatMap((section) => section.items.filter((item) => isActive(item, at(address))).map((item) => item.label));

test.each([
  ['/dashboard', ['Dashboard']],
  ['/', ['Dashboard']],
  ['/profile', ['Profile']],
  ['/profile?tab=profile', ['Profile']],
  ['/profile?tab=security', ['Security']],
  ['/profile?tab=transaction', ['Transactions']],
  ['/profile?tab=change-password', ['Change Password']],
  ['/profile?tab=unknown', []],
  ['/invoices?page=2', ['Invoices']],
  ['/invoices/1', []],
  ['/top-up', ['Top Up']],
  ['/top-up?tab=payment-method&method=usdt-auto', ['Top Up']],
  ['/top-up?tab=invoice', ['Top-up history']],
  ['/contact', ['Contact']],
  ['/contact?tab=contact-information', ['Contact']],
  ['/contact?tab=location', ['Location']],
])('at %s the active item is %j', (address, labels) => {
  expect(activeAt(address)).toEqual(labels);
});

test('every item leads to a URL at which it is active', () => {
  for (const item of navigation.flatMap((section) => section.items)) expect(isActive(item, at(hrefOf(item))), item.label).toBe(true);
});

test('items without a screen are not shown, nor sections without items', () => {
  const shown = shownNavigation((to) => to === '/dashboard' || to === '/contact?tab=location', null);
  expect(shown.map((section) => [section.label, section.items.map((item) => item.label)])).toEqual([
    ['Main', ['Dashboard']],
    ['Support', ['Location']],
  ]);
});
