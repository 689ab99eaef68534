// Builds the server, the sandbox and the web app, each only when its sources have changed.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fingerprint, isCurrent, markCurrent } from './fingerprint.mjs';
import { bin, root, run, say, seconds } from './steps.mjs';

const PACKAGES = ['packages/contract', 'packages/rules', 'packages/ui', 'package-lock.json', 'scripts/lib'];
/** None of them has a file that a build, a package or a test writes: a start beside those would build again, under what is running. */
export const TARGETS = [
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
  { name: 'web app', sources: [...PACKAGES, 'apps/web', 'docs', 'apps/server/locales'], dist: 'apps/web/dist', build: buildWeb },
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
  await bundleRenderers();
  await bundleEmbedScript();
}

/** Components of the web app, for rendering on the server. */
const forServer = {
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
};

/** Of all that the app imports when it is needed, what the server renders. */
const SERVER_RENDERED = /\/(auth-frame|login\.screen)$/;
const onlyDrawn = {
  name: 'only-rendered',
  setup: (build) => {
    build.onResolve({ filter: /./ }, ({ path, kind, importer }) =>
      kind === 'dynamic-import' && !SERVER_RENDERED.test(path) && !importer.includes('/src/pay/') ? { path, external: true } : undefined,
    );
  },
};

/** Both share React, and zod with the server, which has it already. Also for the test that hydrates a server-rendered page. */
export async function bundleRenderers(outdir = join(root, 'apps/web/dist')) {
  const { build, stop } = await import('esbuild');
  await build({
    ...forServer,
    entryPoints: {
      'render-bill': join(root, 'apps/web/src/pay/render-bill.tsx'),
      'render-app': join(root, 'apps/web/src/app/ssr/render-app.tsx'),
    },
    outdir,
    outExtension: { '.js': '.server.mjs' },
    chunkNames: 'drawing-[hash]',
    splitting: true,
    external: ['zod', '*/wallet-connect'], // the latter is imported at a click, which no server makes
    plugins: [onlyDrawn],
  });
  await stop();
}

const EMBED_TEXTS = { pay: 'Pay with USDT', close: 'Close', elsewhere: 'Open the payment page' };
const EMBED_BYTES_MAX = 4_000; // compressed; shops load it on every page with a button

function embedTexts() {
  const folder = join(root, 'apps/server/locales');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const entries = files.map((file) => {
    const texts = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return [file.replace('.json', ''), Object.fromEntries(Object.entries(EMBED_TEXTS).map(([name, key]) => [name, texts[key] || key]))];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

/** What shops include; a name that stays, so that it can be mended for all of them. */
async function bundleEmbedScript() {
  const { build, stop } = await import('esbuild');
  const outfile = join(root, 'apps/web/dist/embed/v1.js');
  await build({
    entryPoints: [join(root, 'apps/web/src/embed/main.ts')],
    outfile,
    bundle: true,
    format: 'iife',
    target: 'es2021',
    minify: true,
    define: { __EMBED_TEXTS__: embedTexts() },
    logLevel: 'warning',
  });
  await stop();
  const packed = gzipSync(readFileSync(outfile), { level: 9 });
  if (packed.length > EMBED_BYTES_MAX) throw new Error(`embed/v1.js has ${packed.length} bytes, more than its ${EMBED_BYTES_MAX}`);
  writeFileSync(`${outfile}.gz`, packed);
  writeFileSync(`${outfile}.br`, brotliCompressSync(readFileSync(outfile)));
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
