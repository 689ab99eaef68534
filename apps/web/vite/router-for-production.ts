import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

/** react-router's package names only its development build, whose warnings nobody reads in production; the other one is beside it. */
export const routerForProduction = (): Plugin => ({
  name: 'router-for-production',
  apply: 'build',
  config: () => {
    const folder = dirname(require.resolve('react-router/package.json'));
    return { resolve: { alias: [{ find: /^react-router$/, replacement: join(folder, 'dist/production/index.mjs') }] } };
  },
});
