import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from './assert';

/** The server's package folder, searched upwards from this file, which works in src, in dist and in tests. */
export function serverRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'apps/server/migrations'))) {
    assert(dirname(folder) !== folder, 'the folder with apps/server/migrations was not found');
    folder = dirname(folder);
  }
  return join(folder, 'apps/server');
}
