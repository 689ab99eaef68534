// Builds the server, the sandbox and the web app, each only when its sources have changed.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isCurrent, markCurrent } from './fingerprint.mjs';
import { bin, root, run, say, seconds } from './steps.mjs';

const PACKAGES = ['packages', 'package-lock.json', 'scripts/lib'];
const TARGETS = [
  {
    name: 'server',
    sources: [...PACKAGES, 'apps/server/src'],
    dist: 'apps/server/dist',
    build: () => bundle('server', ['.', 'platform', 'platform/mail', 'http']),
  },
  {
    name: 'sandbox',
    sources: [...PACKAGES, 'apps/server/src', 'apps/sandbox'],
    dist: 'apps/sandbox/dist',
    build: () => bundle('sandbox', ['.']),
  },
  { name: 'web app', sources: [...PACKAGES, 'apps/web', 'docs'], dist: 'apps/web/dist', build: buildWeb },
];

/** The sandbox calls the built server, so that both share one instance of every module and the server's own node_modules. */
const SERVER_IMPORT = /^@stablegate\/server\/(.+)$/;

/**
 * Packages of pure functions in very many files, which take longer to open than to run; they read nothing beside them and hold no state
 * that another copy would lack.
 */
const BUNDLED = /^(kysely|@noble\/curves|@noble\/hashes|@scure\/base)(\/|$)/;

/** Our own packages are bundled; third-party ones stay in node_modules, with few exceptions. */
const ownPackagesOnly = {
  name: 'own-packages-only',
  setup: (build) => {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      const [, part] = SERVER_IMPORT.exec(path) ?? [];
      if (part !== undefined) return { path: `../../server/dist/${part}.js`, external: true };
      return path.startsWith('@stablegate/') || BUNDLED.test(path) ? undefined : { path, external: true };
    });
  },
};

const sourcesIn = (folder) =>
  existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.ts') && !/\.(test|d)\.ts$/.test(file)) : [];

async function bundle(app, folders) {
  const { build, stop } = await import('esbuild');
  const source = join(root, 'apps', app, 'src');
  const outdir = join(root, 'apps', app, 'dist');
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: folders.flatMap((folder) => sourcesIn(join(source, folder)).map((file) => join(source, folder, file))),
    outbase: source,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    plugins: [ownPackagesOnly],
    logLevel: 'warning',
  });
  await stop(); // otherwise its service process keeps running
}

async function buildWeb() {
  const { ok, output } = await run(bin('vite'), ['build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/web'),
    env: { ...process.env, NODE_ENV: 'production' }, // also where a test builds
    quiet: true,
  });
  if (!ok) throw new Error(output);
  await bundleBillRenderer();
}

/** The payment page's components, for rendering on the server. */
async function bundleBillRenderer() {
  const { build, stop } = await import('esbuild');
  await build({
    entryPoints: [join(root, 'apps/web/src/pay/render-bill.tsx')],
    outfile: join(root, 'apps/web/dist/render-bill.server.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'empty' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'warning',
  });
  await stop();
}

export async function ensureBuilt(names = TARGETS.map(({ name }) => name)) {
  for (const target of TARGETS.filter(({ name }) => names.includes(name))) {
    const print = fingerprint(target.sources);
    if (isCurrent(target.name, print) && existsSync(join(root, target.dist))) continue;
    const began = Date.now();
    say(`Building the ${target.name} …`);
    await target.build();
    markCurrent(target.name, print);
    say(`  built in ${seconds(began)}`);
  }
}
