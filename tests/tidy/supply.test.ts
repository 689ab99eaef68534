import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, readSources, root } from './sources';

/** Permissive ones; OFL is of fonts, MPL asks only for changes of its own files, and we change none. */
const LICENCES = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'CC0-1.0',
  'OFL-1.1',
  'MPL-2.0',
];
/** Their package.json names none; their licence files are MIT's. */
const UNSTATED = ['memorystream', 'png-js'];

type Locked = {
  readonly license?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Record<string, string>;
  readonly engines?: { readonly node?: string };
};
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
const locked = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
  .map(([path, each]) => ({ name: path.split('node_modules/').at(-1) ?? '', ...each }));
const shipped = locked.filter(({ dev }) => dev !== true);

test('every package in production has a licence that allows it', () => {
  expect(shipped.length).toBeGreaterThan(100);
  const isAllowed = ({ name, license }: (typeof locked)[number]): boolean =>
    license === undefined
      ? UNSTATED.includes(name)
      : license.split(/ (?:AND|OR) |[()]/).every((part) => part === '' || LICENCES.includes(part));
  expect(shipped.filter((each) => !isAllowed(each)).map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test('the content of every package is fixed by the lock', () => {
  expect(locked.filter(({ integrity }) => integrity === undefined).map(({ name }) => name)).toEqual([]);
});

/** Where the sandbox and the image run. An npm before 11.6 installs what the lock names and adds nothing. */
const PLATFORMS = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
] as const;

test('packages with native code have it in the lock for every platform', () => {
  const has = (values: readonly string[] | undefined, value: string | undefined) =>
    values === undefined || value === undefined || values.includes(value);
  const native = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) => {
    const builds = Object.keys(optionalDependencies).map(
      (name) => [name, packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`]] as const,
    );
    return builds.some(([, build]) => build?.cpu) ? [{ path, builds }] : [];
  });
  const missing = native.flatMap(({ path, builds }) => [
    ...builds.filter(([, build]) => build === undefined).map(([name]) => `${path} names ${name}, which is not locked`),
    ...PLATFORMS.filter(
      (platform) =>
        !builds.some(
          ([, build]) =>
            build?.cpu?.includes(platform.cpu) &&
            has(build.os, platform.os) &&
            has(build.libc, 'libc' in platform ? platform.libc : undefined),
        ),
    ).map((platform) => `${path} has no build for ${Object.values(platform).join(' ')}`),
  ]);
  expect(native.length).toBeGreaterThan(8);
  expect(missing).toEqual([]);
});

test('every package runs on the least Node that is supported', () => {
  const least = packages['']?.engines?.node ?? '';
  const [major = 0, minor = 0] = least.replace('>=', '').split('.').map(Number);
  const runs = (range: string): boolean =>
    range.split('||').some((part) => {
      const [, sign, from, fromMinor] = /(>=|\^)?\s*(\d+)(?:\.(\d+))?/.exec(part) ?? [];
      const isSame = Number(from) === major && Number(fromMinor ?? 0) <= minor;
      return isSame || (sign === '>=' && Number(from) < major);
    });
  expect([runs('>= 20'), runs('^20.19.0 || >=22.12'), runs('18 || 20'), runs('>=20.20'), runs('^18'), runs('>=22')]).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
  const newer = locked.filter(({ engines }) => engines?.node !== undefined && !runs(engines.node));
  expect(newer.map(({ name, engines }) => `${name} needs Node ${engines?.node}`)).toEqual([]);
});

test('images and actions are named by a full version or by their content', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const images = ['Dockerfile', 'docker-compose.yml'].flatMap((path) =>
    [...read(path).matchAll(/^(?:FROM|\s+image:) (\S+)/gm)].map(([, image = '']) => image),
  );
  const actions = listFiles(/^\.github\/workflows\//).flatMap((path) =>
    [...read(path).matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action),
  );
  expect(images.length + actions.length).toBeGreaterThan(8);
  // PostgreSQL's versions have two numbers.
  expect(images.filter((image) => !/:\d+\.\d+(\.\d+)?(-alpine\S*)?$|@sha256:[\da-f]{64}$/.test(image))).toEqual([]);
  expect(actions.filter((action) => !/@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
});

test('npm start needs no package that only tests and checks install', () => {
  const sources = readSources(
    /^(apps\/\w+|packages\/(contract|rules|ui))\/(src|vite)\/.*\.tsx?$|^apps\/web\/vite\.config\.ts$|^scripts\/lib\/build\.mjs$/,
  );
  const imports = sources
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^(?!import type |export type ).*?(?:from |import |import\()'((?:@[\w-]+\/)?[\w-][\w.-]*)[^':]*'/gm)].map(
        ([, name = '']) => ({ path, name }),
      ),
    );
  const used = imports.filter(({ name }) => packages[`node_modules/${name}`] !== undefined);
  expect(new Set(used.map(({ name }) => name)).size).toBeGreaterThan(40);
  expect(used.filter(({ name }) => packages[`node_modules/${name}`]?.dev === true)).toEqual([]);
});
