import { expect, test } from 'vitest';
import { findCommands, plain } from './command.rank';
import type { Command, CommandGroup } from './command.types';

const command = (group: CommandGroup, label: string, words: readonly string[] = [], isQuiet = false): Command => ({
  id: label,
  group,
  label,
  words,
  isQuiet,
  icon: null,
});

const all = [
  command('pages', 'Dashboard', ['Main']),
  command('pages', 'Invoices', ['Merchant']),
  command('pages', 'Security', ['Profile']),
  command('stores', 'Tea House', ['m-4711']),
  command('stores', 'Internet Café', ['m-77']),
  command('actions', 'Create invoice', ['New invoice']),
  command('actions', 'Switch language', ['Language']),
  command('actions', 'Deutsch', ['Language', 'de', 'German'], true),
];
const found = (text: string) => findCommands(all, text).flatMap(({ commands }) => commands.map(({ label }) => label));

test('without a text everything is offered in the order of the groups, except search-only commands', () => {
  expect(findCommands(all, '  ').map(({ group }) => group)).toEqual(['pages', 'stores', 'actions']);
  expect(found('')).toContain('Switch language');
  expect(found('')).not.toContain('Deutsch');
});

test('hundreds of stores do not bury the actions', () => {
  const many = Array.from({ length: 300 }, (_, index) => command('stores', `Shop ${index}`));
  expect(findCommands(many, '').flatMap(({ commands }) => commands)).toHaveLength(5);
  expect(findCommands(many, 'shop').flatMap(({ commands }) => commands)).toHaveLength(300);
});

test("a name's beginning beats a word in it, and that beats its middle", () => {
  expect(found('in')).toEqual(['Invoices', 'Internet Café', 'Create invoice']);
  expect(found('house')).toEqual(['Tea House']);
  expect(found('voice')).toEqual(['Invoices', 'Create invoice']);
});

test('a group is placed by its best match', () => {
  expect(findCommands(all, 'create').map(({ group }) => group)).toEqual(['actions']);
  expect(findCommands(all, 'te').map(({ group }) => group)).toEqual(['stores', 'actions']);
});

test('every word has to match, in the name or the keywords', () => {
  expect(found('language german')).toEqual(['Deutsch']);
  expect(found('profile sec')).toEqual(['Security']);
  expect(found('tea garden')).toEqual([]);
  expect(found('m-77')).toEqual(['Internet Café']);
});

test('accents, case and blanks make no difference', () => {
  expect(found(' CAFE ')).toEqual(['Internet Café']);
  expect(plain('Hóa  Đơn')).toBe('hoa don');
});
