import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** t('…') with a literal, also over two lines. */
const CALL = /\bt\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

/** Which texts the payment page can show: the server writes those, and not the whole product's, into the page. */
export const payTexts = (): Plugin => {
  const keys = new Set<string>();
  const take = (code: string): void => {
    for (const [, single, double] of code.matchAll(CALL)) keys.add((single ?? double ?? '').replace(/\\(.)/g, '$1'));
  };
  return {
    name: 'pay-texts',
    apply: 'build',
    // Only the server's bundle holds this one: what is said to those without script is said in their language too.
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
