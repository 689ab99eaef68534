import type { Plugin } from 'vite';

/** The contract is one package with a table per module, without side effects. Marked as such, a page contains only the tables it uses. */
export const contractParts = (): Plugin => ({
  name: 'contract-parts',
  transform: {
    filter: { id: /packages[\\/]contract[\\/]src[\\/]/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: false }),
  },
});
