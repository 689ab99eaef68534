import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { environmentFields, ROLE_NAMES } from '../../apps/server/src/config';
import { version } from '../../package.json';
import { listFiles, root } from './sources';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const isSetting = (name: string): boolean => name in environmentFields;
const entries = listFiles(/^apps\/server\/src\/main-\w+\.ts$/).map((path) => path.replace(/^.*\/(main-\w+)\.ts$/, '$1.js'));

describe('docker-compose.yml', () => {
  type Service = { command?: string[]; image: string; environment: Record<string, unknown>; read_only?: boolean; cap_drop?: string[] };
  const text = read('docker-compose.yml');
  const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };

  test('each role runs its entry point with settings that exist, unprivileged and on a read-only file system', () => {
    for (const role of ROLE_NAMES) {
      const service = services[role];
      expect(service?.command).toEqual(['node', `apps/server/dist/main-${role}.js`]);
      expect(entries).toContain(`main-${role}.js`);
      expect(Object.keys(service?.environment ?? {}).filter((name) => !isSetting(name))).toEqual([]);
      expect(service).toMatchObject({ image: `stablegate:${version}`, read_only: true, cap_drop: ['ALL'] });
    }
  });

  test('every variable that it reads is in the example, and nothing else is', () => {
    const used = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    const offered = new Set([...read('deploy/compose.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name));
    expect([...offered].sort()).toEqual([...used].sort());
  });
});

describe('Kubernetes', () => {
  type Probe = { httpGet: { path: string; port: string } };
  type Container = {
    image: string;
    command: string[];
    env: { name: string; value: string }[];
    ports: { containerPort: number }[];
    readinessProbe: Probe;
    livenessProbe: Probe;
    securityContext: object;
  };
  type Manifest = {
    kind: string;
    metadata: { name: string };
    data?: Record<string, string>;
    spec: {
      replicas: number;
      selector: object;
      template: { metadata: object; spec: { containers: [Container]; securityContext: object } };
    };
  };
  const manifests = listFiles(/^deploy\/kubernetes\/.*\.yaml$/).flatMap((path) =>
    parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest),
  );
  const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);

  test.each(ROLE_NAMES)('%s has two replicas, probes, a disruption budget and settings that exist', (role) => {
    const found = of('Deployment').find(({ metadata }) => metadata.name === `stablegate-${role}`);
    const container = found?.spec.template.spec.containers[0];
    expect(found?.spec.replicas).toBeGreaterThanOrEqual(2);
    expect(container?.image).toBe(`stablegate:${version}`);
    expect(container?.command).toEqual(['node', `apps/server/dist/main-${role}.js`]);
    expect(container?.env.filter(({ name }) => !isSetting(name))).toEqual([]);
    const [port] = container?.ports ?? [];
    expect(container?.env).toContainEqual({ name: role === 'api' ? 'PORT' : 'HEALTH_PORT', value: String(port?.containerPort) });
    expect(container?.readinessProbe.httpGet.path).toBe('/ready');
    expect(container?.livenessProbe.httpGet.path).toBe('/health');
    expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    expect(found?.spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true });
    const budget = of('PodDisruptionBudget').find(({ metadata }) => metadata.name === `stablegate-${role}`);
    expect(budget?.spec.selector).toEqual(found?.spec.selector);
  });

  test('the configuration has settings that exist', () => {
    expect(
      of('ConfigMap')
        .flatMap(({ data }) => Object.keys(data ?? {}))
        .filter((name) => !isSetting(name)),
    ).toEqual([]);
  });
});

test('the image runs as another user than root, on a health check, with settings that exist', () => {
  const lines = read('Dockerfile').split('\n');
  expect(lines).toContain('USER node');
  expect(lines.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true);
  const set = lines.filter((line) => line.startsWith('ENV ')).flatMap((line) => [...line.matchAll(/(\w+)=/g)].map(([, name = '']) => name));
  expect(set.filter((name) => name !== 'NODE_ENV' && !isSetting(name))).toEqual([]);
});

test('the systemd unit starts an entry point of each role', () => {
  expect(read('deploy/systemd/stablegate@.service')).toContain('ExecStart=/usr/bin/node apps/server/dist/main-%i.js');
  expect(entries).toEqual(expect.arrayContaining(ROLE_NAMES.map((role) => `main-${role}.js`)));
});
