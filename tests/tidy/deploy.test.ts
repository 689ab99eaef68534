import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { environmentFields, loadConfig, ROLE_NAMES } from '../../apps/server/src/config';
import { version } from '../../package.json';
import { listFiles, root } from './sources';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const isSetting = (name: string): boolean => name in environmentFields;
const entries = listFiles(/^apps\/server\/src\/main-\w+\.ts$/).map((path) => path.replace(/^.*\/(main-\w+)\.ts$/, '$1.js'));

describe('docker-compose.yml', () => {
  type Service = {
    command?: string[];
    image: string;
    environment: Record<string, string>;
    depends_on?: Record<string, { condition: string }>;
    volumes?: string[];
    read_only?: boolean;
    cap_drop?: string[];
  };
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

  test('the tables belong to a role that no running program knows: it migrates before they start, and ends', () => {
    const [migrate, ...others] = ['migrate', ...ROLE_NAMES].map((name) => services[name]);
    const roleIn = (url: unknown) => new URL(String(url).replace(/\$\{.*\}/, '')).username;
    expect(migrate).toMatchObject({
      command: ['node', 'apps/server/dist/cli-admin.js', 'migrate'],
      restart: 'no',
      read_only: true,
      cap_drop: ['ALL'],
    });
    expect(roleIn(migrate?.environment.MIGRATION_DATABASE_URL)).toBe(services.postgres?.environment.POSTGRES_USER);
    for (const service of others) {
      expect(service?.environment).not.toHaveProperty('MIGRATION_DATABASE_URL');
      expect(service?.depends_on?.migrate).toEqual({ condition: 'service_completed_successfully' });
      expect(read('deploy/postgres/role.sh')).toContain(`create role ${roleIn(service?.environment.DATABASE_URL)} login`);
    }
    expect(services.postgres?.volumes).toContain('./deploy/postgres/role.sh:/docker-entrypoint-initdb.d/role.sh:ro');
  });

  test('Redis wants the password that the roles send, and no port but those of the proxy is open', () => {
    const { redis } = services;
    const given = redis?.environment.REDISCLI_AUTH ?? '';
    expect(given).toMatch(/^\$\{REDIS_PASSWORD:\?/);
    expect(redis?.command?.slice(-2)).toEqual(['--requirepass', given]);
    for (const role of ROLE_NAMES) expect(services[role]?.environment.REDIS_URL).toBe(`redis://:${given}@redis:6379`);
    expect(Object.entries(services).filter(([, service]) => 'ports' in service)).toEqual([['proxy', services.proxy]]);
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
    envFrom: object[];
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
      template: { metadata: object; spec: { initContainers: [Container]; containers: [Container]; securityContext: object } };
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

  test.each(ROLE_NAMES)('%s is migrated before it starts, with a secret that it does not get itself', (role) => {
    const spec = of('Deployment').find(({ metadata }) => metadata.name === `stablegate-${role}`)?.spec.template.spec;
    const [first, running] = [spec?.initContainers[0], spec?.containers[0]];
    const secret = { secretRef: { name: 'stablegate-migration' } };
    expect(first).toMatchObject({ image: running?.image, command: ['node', 'apps/server/dist/cli-admin.js', 'migrate'] });
    expect(first?.securityContext).toEqual(running?.securityContext);
    expect(first?.envFrom).toContainEqual(secret);
    expect(running?.envFrom).not.toContainEqual(secret);
  });

  test('no range of addresses is trusted until the operator names it: the program does not start with the text of the example', () => {
    const [config] = of('ConfigMap');
    const env = { ...config?.data, DATABASE_URL: 'postgres://stablegate@database/stablegate' };
    expect(() => loadConfig(env)).toThrow(/^TRUST_PROXY names/);
    expect(loadConfig({ ...env, TRUST_PROXY: '10.2.3.0/24' }).trustProxy).toEqual(['10.2.3.0/24']);
  });

  test('network policies hold every pod: only the ingress controller reaches the api, and none reaches private networks at will', () => {
    type Peer = { namespaceSelector?: { matchLabels: Record<string, string> }; ipBlock?: { cidr: string; except?: string[] } };
    type Rule = { from?: Peer[]; to?: Peer[]; ports?: { port: number }[] };
    const policies = of('NetworkPolicy').map(
      ({ spec }) => spec as unknown as { podSelector: { matchLabels: object }; policyTypes: string[]; ingress: Rule[]; egress?: Rule[] },
    );
    const [all, api] = policies;
    expect(all).toMatchObject({ podSelector: { matchLabels: { app: 'stablegate' } }, policyTypes: ['Ingress', 'Egress'] });
    for (const { spec } of of('Deployment')) expect(spec.template.metadata).toMatchObject({ labels: all?.podSelector.matchLabels });
    expect(api?.podSelector.matchLabels).toMatchObject({ app: 'stablegate', role: 'api' });
    const rules = policies.flatMap(({ ingress, egress = [] }) => [...ingress, ...egress]);
    expect(rules.filter(({ from, to }) => (from ?? to ?? []).length === 0)).toEqual([]);
    const blocks = rules.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock])));
    const closed = new BlockList();
    for (const range of blocks.flatMap(({ except = [] }) => except)) {
      const [network = '', prefix] = range.split('/');
      closed.addSubnet(network, Number(prefix));
    }
    for (const address of ['169.254.169.254', '10.0.0.1', '172.31.0.1', '192.168.1.1', '127.0.0.1', '100.64.0.1'])
      expect(closed.check(address), address).toBe(true);
    expect(blocks.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '2000::/3']);
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

test('the systemd units start an entry point of each role after the migrations, whose secret they do not read', () => {
  const [role, migrate] = ['stablegate@', 'stablegate-migrate'].map((name) => read(`deploy/systemd/${name}.service`));
  expect(migrate).toContain('ExecStart=/usr/bin/node apps/server/dist/cli-admin.js migrate');
  expect(migrate).toContain('EnvironmentFile=-/etc/stablegate/migrate.env');
  expect(role).not.toContain('migrate.env');
  expect(role).toMatch(/^After=.* stablegate-migrate\.service$/m);
  expect(read('deploy/systemd/stablegate@.service')).toContain('ExecStart=/usr/bin/node apps/server/dist/main-%i.js');
  expect(entries).toEqual(expect.arrayContaining(ROLE_NAMES.map((role) => `main-${role}.js`)));
});
