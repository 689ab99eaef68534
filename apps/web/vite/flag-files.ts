import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const flagsDir = join(dirname(require.resolve('flag-icons/package.json')), 'flags/4x3');
/** Country flags only; the set also has regions and organisations under longer names. */
const COUNTRY = /^[a-z]{2}\.svg$/;

/** Serves /flags/<country>.svg from flag-icons: a page loads only the flags it shows and not the whole stylesheet. */
export const flagFiles = (): Plugin => ({
  name: 'flag-files',
  configureServer(server) {
    server.middlewares.use('/flags', (request, response, next) => {
      const file = request.url?.slice(1).split('?')[0] ?? '';
      if (!COUNTRY.test(file)) return next();
      response.setHeader('content-type', 'image/svg+xml');
      response.end(readFileSync(join(flagsDir, file)));
    });
  },
  writeBundle({ dir = 'dist' }) {
    const target = join(dir, 'flags');
    mkdirSync(target, { recursive: true });
    for (const file of readdirSync(flagsDir).filter((name) => COUNTRY.test(name))) copyFileSync(join(flagsDir, file), join(target, file));
  },
});
