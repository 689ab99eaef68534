import { expect, test } from 'vitest';
import { version } from '../../package.json';
import { readSources } from './sources';

test('every workspace has the version of the product', () => {
  const found = readSources(/^(apps|packages|examples)\/[^/]+\/package\.json$|^tests\/package\.json$/).map(({ path, text }) => ({
    path,
    version: (JSON.parse(text) as { version: string }).version,
  }));
  expect(found.length).toBeGreaterThan(7);
  expect(found.filter((each) => each.version !== version)).toEqual([]);
});

test('the changelog has this version', () => {
  const [changes] = readSources(/^CHANGELOG\.md$/);
  expect(changes?.lines.find((line) => line.startsWith('## '))).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')}( |$)`));
});

type Package = {
  readonly version?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
};

test('the lock has the versions that the workspaces name', () => {
  const [lock] = readSources(/^package-lock\.json$/);
  const { packages } = JSON.parse(lock?.text ?? '{}') as { packages: Record<string, Package> };
  const workspaces = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'));
  const wrong = workspaces.flatMap(([path, { dependencies, devDependencies }]) =>
    Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, wanted]) => {
      const found = (packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`])?.version;
      return /^\d+(\.\d+)+$/.test(wanted) && found !== wanted ? [`${path}: ${name} ${wanted} is ${found} in the lock`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});
