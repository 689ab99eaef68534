import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../../apps/sandbox/src/postgres/cluster';
import { findFreePort } from '../../apps/sandbox/src/postgres/free-port';
import { isReady, until } from './sandbox';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'stablegate-package-'));
const [app, data] = [join(folder, 'app'), join(folder, 'data')];
/** What `USER node` is in the image: any user that owns nothing here. */
const NOBODY = 65_534;
/** With Alpine's Node.js image of about 130 MB the whole stays below 200. */
const MEGABYTES_MAX = 60;
let cluster: Cluster;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  cluster = await startCluster({ dir: data, volatile: true });
  execFileSync(process.execPath, ['scripts/package.mjs', app], { cwd: root, stdio: 'pipe' });
}, 600_000);
afterAll(async () => {
  await cluster.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const bytesIn = (path: string): number =>
  readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

test('the packaged files are small', () => {
  expect(bytesIn(app) / 1024 ** 2).toBeLessThan(MEGABYTES_MAX);
});

test('they run in production; as root the test starts them as a user who can write nothing there', async () => {
  const port = await findFreePort();
  const isRoot = process.getuid?.() === 0;
  const child = spawn(process.execPath, ['apps/server/dist/main-all.js'], {
    cwd: app,
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: cluster.url('postgres'),
      PUBLIC_URL: 'https://pay.example.com',
      MASTER_KEY: `1:${Buffer.alloc(32, 7).toString('base64')}`,
      HOST: 'localhost',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    await until('the packaged server', async () => child.exitCode !== null || (await isReady(port)));
    expect(child.exitCode, output).toBeNull();
    const page = await (await fetch(`http://localhost:${port}/login`)).text();
    expect(page).toContain('<meta name="stablegate-mail" content="off"');
    expect(page).toContain('id="first-state"'); // rendered: its renderer finds all packages too
  } finally {
    child.kill('SIGTERM');
  }
  expect(await exited).toBe(0);
}, 300_000);
