import { NETWORKS } from '@stablegate/rules';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { readSources, type Source } from './sources';

/**
 * Everything else asks a descriptor (packages/rules/src/networks) or the family. A file may leave this list; one that joins it makes each new
 * network a search through the sources.
 */
const NAMED_IN: Readonly<Record<string, string>> = {
  'apps/server/migrations/0029_transfer_identity.sql': 'rows of a time with five networks; migrations are never edited',
  'apps/server/migrations/0031_solana_progress.sql': 'the same',
  'apps/server/src/modules/chains/addresses/signatures.ts': 'the word that signMessageV2 puts before a message',
  'apps/web/src/features/developers/api-invoice.tsx': 'an example answer with two networks',
  'apps/web/src/features/invoices/refunds/send-refund.tsx': 'a text about wallets of a family, by the name that its users know',
  'apps/web/src/pay/bill/qr-choice.tsx': 'the same',
  'deploy/prometheus/rules.test.yml': 'series for a test of the rules',
  'packages/contract/src/merchant/networks.ts': 'a description that names the family',
  'packages/contract/src/merchant/stores.ts': 'the same',
};

/** What `npm run networks` writes, documents, tests, and translations, whose keys are the texts of the sources. */
const DERIVED_OR_TEST =
  /^docs\/|\.md$|\.generated\.\w+$|\.test\.tsx?$|\.spec\.ts$|(^|\/)tests?\/|^packages\/rules\/src\/networks\/|\/locales\/|\/schema\.sql$|^packages\/sdk\/src\/api-types\.ts$|^docker-compose\.yml$|^deploy\/compose\.env\.example$/;
const NAME = new RegExp(`(?<![A-Za-z0-9])(${NETWORKS.join('|')})(?![A-Za-z0-9])`);
const IDENTIFIER = new RegExp(`^(${NETWORKS.join('|')})$`);

/** Comments may name any network. */
function isNamedInCode({ path, text, lines }: Source): boolean {
  if (!/\.[cm]?[jt]sx?$/.test(path)) return lines.some((line) => NAME.test(line) && !/^\s*(--|#|\/\/|\*|\/\*)/.test(line));
  if (!NAME.test(text)) return false;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const isNamed = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node)) return IDENTIFIER.test(node.text);
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) return NAME.test(node.text);
    return ts.forEachChild(node, (child) => isNamed(child) || undefined) === true;
  };
  return isNamed(file);
}

test('no file names a network but its descriptor, and those that have a reason', () => {
  const sources = readSources(
    /^(apps|packages|scripts|deploy|integrations|examples)\/.*\.([cm]?[jt]sx?|sql|css|html|json|ya?ml|php|sh|toml)$/,
  );
  const named = sources.filter(({ path }) => !DERIVED_OR_TEST.test(path)).filter(isNamedInCode);
  expect(named.map(({ path }) => path).sort()).toEqual(Object.keys(NAMED_IN).sort());
});
