import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXTS = /\.(js|css|svg|json)$/;
const BYTES_MIN = 1_000; // below that a response is one packet anyway

/** A compressed copy of each script and style, so that the server compresses nothing at request time. */
export const precompressed = (): Plugin => ({
  name: 'precompressed',
  apply: 'build',
  enforce: 'post',
  writeBundle({ dir = 'dist' }, bundle) {
    for (const fileName of Object.keys(bundle).filter((name) => TEXTS.test(name))) {
      const bytes = readFileSync(join(dir, fileName));
      if (bytes.length < BYTES_MIN) continue;
      const brotli = {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
      };
      writeFileSync(join(dir, `${fileName}.br`), brotliCompressSync(bytes, brotli));
      writeFileSync(join(dir, `${fileName}.gz`), gzipSync(bytes, { level: 9 }));
    }
  },
});
