import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_SCOPE_LABELS, AUDIT_FIELDS, AUDIT_TITLES, errorCatalogue, OPERATOR_FIELDS, TEAM_ROLE_LABELS } from '@stablegate/contract';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { listFiles, productSources, root, type Source } from './sources';

type Texts = Record<string, string>;
const read = (path: string): Texts => JSON.parse(readFileSync(join(root, path), 'utf8')) as Texts;
const localeFiles = listFiles(/^apps\/server\/locales\/[a-zA-Z-]+\.json$/);
const english = read('apps/server/locales/en.json');
const placeholders = (text: string): string => (text.match(/\{\{\w+\}\}/g) ?? []).sort().join(' ');

test('English and Vietnamese are shipped', () => {
  expect(localeFiles).toContain('apps/server/locales/en.json');
  expect(localeFiles).toContain('apps/server/locales/vi.json');
});

test.each(localeFiles)('%s has every key, no other, no empty text, and keeps the placeholders', (file) => {
  const texts = read(file);
  expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
  const wrong = Object.entries(texts).filter(([key, text]) => text.trim() === '' || placeholders(text) !== placeholders(key));
  expect(wrong).toEqual([]);
});

type Literals = {
  /** Of calls of t('…') or translate('…'); computed keys are listed where they come from. */
  readonly translated: readonly string[];
  readonly all: readonly string[];
};
function literalsOf({ path, text }: Source): Literals {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const translated: string[] = [];
  const all: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) all.push(node.text);
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && ['t', 'translate'].includes(node.expression.text)) {
      const [first] = node.arguments;
      if (first !== undefined && ts.isStringLiteralLike(first)) translated.push(first.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { translated, all };
}

const uses = productSources().map((source) => ({ path: source.path, ...literalsOf(source) }));

test('every text on a screen or in a mail is in the locale files', () => {
  const used = new Set(uses.flatMap(({ translated }) => translated));
  expect(used.size).toBeGreaterThan(50);
  expect([...used].filter((key) => !(key in english))).toEqual([]);
});

test('no text is shipped that nothing shows', () => {
  const written = new Set(uses.flatMap(({ all }) => all));
  expect(Object.keys(english).filter((key) => !written.has(key))).toEqual([]);
});

test('every entry of the audit log can be translated', () => {
  const words = [AUDIT_TITLES, AUDIT_FIELDS, OPERATOR_FIELDS, TEAM_ROLE_LABELS, API_SCOPE_LABELS].flatMap(Object.values<string>);
  expect(words.filter((text) => !(text in english))).toEqual([]);
});

test('every error can be translated', () => {
  const messages = Object.values(errorCatalogue).map(({ message }) => message);
  expect(messages.filter((message) => !(message in english))).toEqual([]);
});

const keyOf = (node: ts.Node | undefined): string | undefined => {
  if (node === undefined || !ts.isCallExpression(node) || node.expression.getText() !== 't') return undefined;
  const [first] = node.arguments;
  return first !== undefined && ts.isStringLiteralLike(first) ? first.text : undefined;
};

/** Elements that show one text and are called by another: [shown, called]. */
function namedOtherwise({ path, text }: Source): [string, string][] {
  const pairs: [string, string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node)) {
      const label = node.openingElement.attributes.properties.find((each) => each.name?.getText() === 'aria-label');
      const value = label !== undefined && ts.isJsxAttribute(label) ? label.initializer : undefined;
      const called = value !== undefined && ts.isJsxExpression(value) ? keyOf(value.expression) : undefined;
      const shown = node.children.map((child) => (ts.isJsxExpression(child) ? keyOf(child.expression) : undefined)).find(Boolean);
      if (called !== undefined && shown !== undefined) pairs.push([shown, called]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return pairs;
}

test('who says what a button shows calls it by its name, in every language (WCAG 2.5.3)', () => {
  const pairs = productSources()
    .filter(({ path, text }) => path.endsWith('.tsx') && text.includes('aria-label={t('))
    .flatMap(namedOtherwise);
  expect(pairs.length).toBeGreaterThan(4);
  const wrong = localeFiles.flatMap((file) => {
    const texts = read(file);
    const isIn = ([shown, called]: [string, string]) => (texts[called] ?? '').toLowerCase().includes((texts[shown] ?? '').toLowerCase());
    return pairs.filter((pair) => !isIn(pair)).map(([shown, called]) => `${file}: "${texts[shown]}" is not in "${texts[called]}"`);
  });
  expect(wrong).toEqual([]);
});
