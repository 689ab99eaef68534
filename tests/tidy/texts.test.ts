import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ACCOUNT_CHANGES,
  API_SCOPE_LABELS,
  AUDIT_FIELDS,
  errorCatalogue,
  OPERATOR_FIELDS,
  OPERATOR_TITLES,
  TEAM_ROLE_LABELS,
} from '@stablegate/contract';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { listFiles, productSources, root, type Source } from './sources';

type Texts = Record<string, string>;
const read = (path: string): Texts => JSON.parse(readFileSync(join(root, path), 'utf8')) as Texts;
const localeFiles = listFiles(/^apps\/server\/locales\/[a-zA-Z-]+\.json$/);
const english = read('apps/server/locales/en.json');
const placeholders = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

test('English and Vietnamese are shipped', () => {
  expect(localeFiles).toContain('apps/server/locales/en.json');
  expect(localeFiles).toContain('apps/server/locales/vi.json');
});

test.each(localeFiles)('%s has every key, no other, no empty text, and keeps the placeholders', (file) => {
  const texts = read(file);
  expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
  for (const [key, text] of Object.entries(texts)) {
    expect(text.trim(), `${file}: "${key}"`).not.toBe('');
    expect(placeholders(text), `${file}: "${key}"`).toEqual(placeholders(key));
  }
});

/** Calls of t('…') or translate('…') with a literal; computed keys are listed where they come from. */
function literalKeys({ path, text }: Source): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const keys: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && ['t', 'translate'].includes(node.expression.text)) {
      const [first] = node.arguments;
      if (first !== undefined && ts.isStringLiteralLike(first)) keys.push(first.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return keys;
}

const uses = productSources()
  .filter(({ text }) => /\b(t|translate)\(/.test(text))
  .map((source) => ({ path: source.path, keys: literalKeys(source) }));

test('every text on a screen or in a mail is in the locale files', () => {
  const used = new Set(uses.flatMap(({ keys }) => keys));
  expect(used.size).toBeGreaterThan(50);
  expect([...used].filter((key) => !(key in english))).toEqual([]);
});

test('no text is shipped that nothing shows', () => {
  const sources = productSources()
    .map(({ text }) => text)
    .join('\n');
  const isUsed = (key: string): boolean =>
    [`'${key.replaceAll("'", "\\'")}'`, `'${key}'`, `"${key.replaceAll('"', '\\"')}"`, `"${key}"`, `\`${key}\``].some((literal) =>
      sources.includes(literal),
    );
  expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([]);
});

test('every entry of the audit log can be translated', () => {
  const words = [ACCOUNT_CHANGES, OPERATOR_TITLES, AUDIT_FIELDS, OPERATOR_FIELDS, TEAM_ROLE_LABELS, API_SCOPE_LABELS].flatMap(
    Object.values<string>,
  );
  expect(words.filter((text) => !(text in english))).toEqual([]);
});

test('every error can be translated', () => {
  const messages = Object.values(errorCatalogue).map(({ message }) => message);
  expect(messages.filter((message) => !(message in english))).toEqual([]);
});
