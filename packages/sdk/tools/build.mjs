// What `npm pack` puts into the package, run before it: packages/sdk/dist. The example shop reads the sources instead (its tsconfig.json).
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { build, stop } from 'esbuild';

const root = join(import.meta.dirname, '..');
const repository = join(root, '../..');
const dist = join(root, 'dist');
const { exports: exported } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** What is exported says where its declaration is (dist/types/callbacks/web.d.ts), and so where its source is (src/callbacks/web.ts). */
const ENTRIES = Object.values(exported).map(({ import: { types, default: file } }) => ({
  in: join(root, 'src', relative('dist/types', types).replace(/\.d\.ts$/, '.ts')),
  out: basename(file, '.js'),
}));

/** Only for ESM: nobody imports it. */
const COMMAND = { in: join(root, 'src/cli/main.ts'), out: 'cli' };

async function bundle(format, extension) {
  await build({
    entryPoints: format === 'esm' ? [...ENTRIES, COMMAND] : ENTRIES,
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

rmSync(dist, { recursive: true, force: true });
await bundle('esm', '.js');
await bundle('cjs', '.cjs');
await stop();
declare();
copyFileSync(join(repository, 'LICENSE'), join(root, 'LICENSE'));
