// npm run build -w packages/sdk: the package as it is published, in packages/sdk/dist. The workspace itself imports the sources.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { build, stop } from 'esbuild';

const root = join(import.meta.dirname, '..');
const repository = join(root, '../..');
const dist = process.argv[2] ?? join(root, 'dist');
const source = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** "./callbacks" → callbacks; its source, without the extension, below src. */
const ENTRIES = Object.entries(source.exports).map(([path, file]) => ({
  path,
  name: path === '.' ? 'index' : path.slice(2),
  file: join(root, file),
  types: relative('./src', file).replace(/\.ts$/, ''),
}));

/** Only for ESM: nobody imports it. */
const COMMAND = { in: join(root, 'src/cli/main.ts'), out: 'cli' };

async function bundle(format, extension) {
  const entries = ENTRIES.map(({ name, file }) => ({ in: file, out: name }));
  await build({
    entryPoints: format === 'esm' ? [...entries, COMMAND] : entries,
    outdir: dist,
    outExtension: { '.js': extension },
    bundle: true,
    splitting: format === 'esm',
    chunkNames: 'shared-[hash]',
    format,
    platform: 'node',
    target: 'node18',
    logLevel: 'warning',
  });
}

/** Node resolves relative paths of a declaration by their whole name, and by the kind of module that they end with. */
function withExtensions(text, extension) {
  return text.replace(/((?:from|import\()\s*')(\.{1,2}\/[^']+)(')/g, (_all, before, path, after) => `${before}${path}${extension}${after}`);
}

function declare() {
  const folder = mkdtempSync(join(tmpdir(), 'stablegate-sdk-'));
  const compiler = join(repository, 'node_modules/typescript-native/bin/tsc');
  const options = [
    '--declaration',
    '--emitDeclarationOnly',
    '--noEmit',
    'false',
    '--incremental',
    'false',
    '--outDir',
    folder,
    '--rootDir',
    join(root, '..'),
  ];
  execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.json'), ...options], { stdio: 'inherit' });
  const from = join(folder, 'sdk/src');
  for (const file of readdirSync(from, { recursive: true })) {
    if (!file.endsWith('.d.ts') || file.endsWith('.test.d.ts')) continue;
    const text = readFileSync(join(from, file), 'utf8');
    for (const [ending, extension] of [
      ['.d.ts', '.js'],
      ['.d.cts', '.cjs'],
    ]) {
      const target = join(dist, 'types', file.replace(/\.d\.ts$/, ending));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, withExtensions(text, extension));
    }
  }
  rmSync(folder, { recursive: true });
}

const kinds = ({ name, types }) => ({
  import: { types: `./types/${types}.d.ts`, default: `./${name}.js` },
  require: { types: `./types/${types}.d.cts`, default: `./${name}.cjs` },
});

rmSync(dist, { recursive: true, force: true });
await bundle('esm', '.js');
await bundle('cjs', '.cjs');
await stop();
declare();
const { name, version, description, license, type } = source;
const exported = Object.fromEntries(ENTRIES.map((entry) => [entry.path, kinds(entry)]));
const bin = { stablegate: './cli.js' };
const published = { name, version, description, license, type, engines: { node: '>=18' }, sideEffects: false, bin, exports: exported };
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
copyFileSync(join(root, 'README.md'), join(dist, 'README.md'));
copyFileSync(join(repository, 'LICENSE'), join(dist, 'LICENSE'));
