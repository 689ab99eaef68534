import { expect, test } from 'vitest';
import { isRegistered, type Screen } from './screen';

const Panel = () => null;
const screen = (path: string, tabs?: readonly string[]): [string, Screen] => [
  path,
  {
    path,
    access: 'member',
    frame: 'shell',
    load: async () => ({ default: Panel }),
    tabs: tabs?.map((value) => ({ value, label: value, Panel })),
  },
];
const screens = new Map([screen('/invoices'), screen('/profile', ['profile', 'security'])]);

test.each([
  ['/invoices', true],
  ['/invoices?page=2#top', true],
  ['/invoices?tab=anything', true],
  ['/profile', true],
  ['/profile?tab=security', true],
  ['/profile?tab=transaction', false],
  ['/nowhere', false],
  ['/nowhere?tab=security', false],
])('%s is registered: %s', (to, expected) => {
  expect(isRegistered(screens, to)).toBe(expected);
});
