import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { committedTypes, generateTypes } from './generate-types';

/** The package as `npm pack` makes it, installed in an empty folder. */
const folder = mkdtempSync(join(tmpdir(), 'stablegate-packed-'));
const shop = join(folder, 'shop');
const installed = join(shop, 'node_modules/@stablegate/sdk');
const repository = join(import.meta.dirname, '../../..');
const run = (program: string, args: readonly string[], cwd: string): string => execFileSync(program, args, { cwd, encoding: 'utf8' });
const node = (code: string, kind: 'module' | 'commonjs'): string =>
  run(process.execPath, [`--input-type=${kind}`, '--eval', code], shop).trim();
let tarball: string;
let sourcesBefore: string;
/** Compilers and npm run in these tests; nothing here asserts how fast. */
const BUSY_MACHINE_MS = 180_000;
vi.setConfig({ testTimeout: BUSY_MACHINE_MS });

/** What `npm start` compares in order to know whether to build the server, the sandbox and the web app again. */
const fingerprintOfSources = (): string =>
  run(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { TARGETS } from './scripts/lib/build.mjs';
       import { fingerprint } from './scripts/lib/fingerprint.mjs';
       console.log(TARGETS.map(({ sources }) => fingerprint(sources)).join());`,
    ],
    repository,
  );

beforeAll(() => {
  rmSync(join(import.meta.dirname, '../LICENSE'), { force: true }); // as in a fresh clone: packing copies it
  sourcesBefore = fingerprintOfSources();
  run('npm', ['pack', '--silent', '--pack-destination', folder], join(import.meta.dirname, '..'));
  tarball = join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? 'npm pack wrote no file');
  mkdirSync(installed, { recursive: true });
  run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'], folder);
}, BUSY_MACHINE_MS);
afterAll(() => rmSync(folder, { recursive: true }), BUSY_MACHINE_MS);

const entries = (): string[] => Object.keys(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).exports);

test('the types and error codes are those of the contract', async () => {
  expect(committedTypes()).toBe(await generateTypes());
});

test('packing changes nothing that a start would build again', () => {
  expect(fingerprintOfSources()).toBe(sourcesBefore);
});

test('publint finds nothing', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, strict: true, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('the types are right for every way to import them', async () => {
  const { problems } = (await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))))) as {
    problems?: { kind: string; entrypoint?: string; resolutionKind?: string }[];
  };
  // Node 10's resolution knows no exports; it ended with Node 12.
  expect(problems?.filter(({ resolutionKind }) => resolutionKind !== 'node10')).toEqual([]);
});

test('it holds what is built and nothing else', () => {
  expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
});

test('it needs no other package', () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
  const code = readdirSync(join(installed, 'dist')).filter((file) => /\.c?js$/.test(file));
  const imported = code.flatMap((file) =>
    [...readFileSync(join(installed, 'dist', file), 'utf8').matchAll(/(?:from |require\()"([^".][^"]*)"/g)].map(([, name]) => name ?? ''),
  );
  expect(imported.filter((name) => !name.startsWith('node:'))).toEqual([]);
});

test('every entry loads by import and by require', () => {
  const names = entries().map((path) => path.replace(/^\./, '@stablegate/sdk'));
  const shown = 'console.log(JSON.stringify(all.map((each) => Object.keys(each).length > 0)))';
  const imported = node(`const all = await Promise.all(${JSON.stringify(names)}.map((name) => import(name)));${shown}`, 'module');
  const required = node(`const all = ${JSON.stringify(names)}.map((name) => require(name));${shown}`, 'commonjs');
  expect([imported, required]).toEqual([JSON.stringify(names.map(() => true)), JSON.stringify(names.map(() => true))]);
});

test('the command runs from the installed package', () => {
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(run(process.execPath, [join(installed, bin.stablegate), '--help'], shop)).toContain('listen --forward-to');
});

test('what runs at the edge uses nothing of Node', () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, name = ''] of readFileSync(join(installed, 'dist', file), 'utf8').matchAll(/from "([^"]+)"/g)) {
      expect(name.startsWith('node:'), `${file} imports ${name}`).toBe(false);
      visit(name.replace('./', ''));
    }
  };
  for (const file of ['index.js', 'web.js', 'hono.js', 'next.js']) visit(file);
});

/** Measured 3.9 KB; a library that slips in would be seen. */
test('the client stays below 6 KB on the wire', () => {
  expect(gzipSync(readFileSync(join(installed, 'dist/index.js'))).length).toBeLessThan(6 * 1024);
});

describe('the README', () => {
  test('compiles, each sample by itself, in strict TypeScript', () => {
    const samples = [...readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
    expect(samples.length).toBeGreaterThan(6);
    samples.forEach((code, index) => {
      writeFileSync(join(shop, `sample-${index}.ts`), code);
    });
    writeFileSync(join(shop, 'package.json'), '{ "type": "module" }');
    for (const name of ['express', 'fastify', 'hono', '@types'])
      symlinkSync(join(repository, 'node_modules', name), join(shop, 'node_modules', name));
    const options = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--skipLibCheck', '--noEmit'];
    const resolution = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    const files = samples.map((_code, index) => `sample-${index}.ts`);
    const compiler = join(repository, 'node_modules/typescript-native/bin/tsc');
    const compile = () => run(process.execPath, [compiler, '--ignoreConfig', ...options, ...resolution, ...files], shop);
    expect(compile).not.toThrow();
  });
});
