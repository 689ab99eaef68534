import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** t('…') with a literal, also over two lines. */
const CALL = /\bt\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

export const textsIn = (code: string): string[] =>
  [...code.matchAll(CALL)].map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1'));

/** The texts of the payment page: the server writes only those into the page. */
export const payTexts = (): Plugin => {
  const keys = new Set<string>();
  const take = (code: string): void => {
    for (const key of textsIn(code)) keys.add(key);
  };
  return {
    name: 'pay-texts',
    apply: 'build',
    // Only the server's bundle contains this file: texts for browsers without script are translated too.
    buildStart: () => take(readFileSync(join(import.meta.dirname, '../src/pay/render-bill.tsx'), 'utf8')),
    transform: {
      order: 'pre',
      filter: { id: /src[\\/]pay[\\/]/ },
      handler: (code) => take(code),
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'pay-texts.json', source: JSON.stringify([...keys].sort()) });
    },
  };
};
