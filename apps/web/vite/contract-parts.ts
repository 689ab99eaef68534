import type { Plugin } from 'vite';

/**
 * The contract is one package with a table per module, and evaluating a table changes nothing elsewhere. Said so, a page
 * carries the tables it calls and not all of them.
 */
export const contractParts = (): Plugin => ({
  name: 'contract-parts',
  transform: {
    filter: { id: /packages[\\/]contract[\\/]src[\\/]/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: false }),
  },
});
