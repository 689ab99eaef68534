import type { Plugin } from 'vite';

/** t('…') with a literal, also over two lines. */
const CALL = /\bt\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

/** Which texts the payment page can show: the server writes those, and not the whole product's, into the page. */
export const payTexts = (): Plugin => {
  const keys = new Set<string>();
  return {
    name: 'pay-texts',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: { id: /src[\\/]pay[\\/]/ },
      handler: (code) => {
        for (const [, single, double] of code.matchAll(CALL)) keys.add((single ?? double ?? '').replace(/\\(.)/g, '$1'));
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'pay-texts.json', source: JSON.stringify([...keys].sort()) });
    },
  };
};
