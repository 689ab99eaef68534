import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NETWORKS } from '@stablegate/contract';
import { startCluster } from '../../../apps/sandbox/src/postgres/cluster';
import { ensureDatabase } from '../../../apps/sandbox/src/postgres/ensure-database';
import { findFreePort } from '../../../apps/sandbox/src/postgres/free-port';
import { startSimulatedNode } from '../../../apps/server/test/nodes/start-node';
import { startMainnet } from '../rpc/mainnet';
import type { Watched } from './process-usage';

export const ROLES = ['api', 'worker', 'watcher'] as const;

const ROOT = join(import.meta.dirname, '../../..');
export const DIST = join(ROOT, 'apps/server/dist');
export const BARE_FASTIFY = join(import.meta.dirname, 'bare-fastify.mjs');
const READY_MS_MAX = 300_000;

export type Site = { readonly watched: readonly Watched[]; stop(): Promise<void> };
export type Environment = Readonly<Record<string, string>>;

export async function startProcess(file: string, args: readonly string[], env: Environment): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`)));
  await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(READY_MS_MAX) }), ended]);
  ended.catch(() => undefined);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** The three roles as production starts them, with simulated nodes of all networks, and a PostgreSQL of their own. */
export async function startProduction(): Promise<Site> {
  const dir = mkdtempSync(join(tmpdir(), 'stablegate-idle-'));
  const cluster = await startCluster({ dir: join(dir, 'database') });
  await ensureDatabase(cluster.url('postgres'), 'stablegate');
  const chains = NETWORKS.map(startMainnet);
  const nodes = await Promise.all(chains.flatMap(({ chain }) => [startSimulatedNode(chain), startSimulatedNode(chain)]));
  const urls = NETWORKS.map((network, index) => [`${network}_RPC_URLS`, `${nodes[2 * index]?.url},${nodes[2 * index + 1]?.url}`]);
  const children: ChildProcess[] = [];
  for (const role of ROLES) {
    const port = String(await findFreePort());
    const own = { PORT: port, HEALTH_PORT: port, PUBLIC_URL: `http://localhost:${port}` };
    const env = { DATABASE_URL: cluster.url('stablegate'), DATA_DIR: dir, ...own, ...Object.fromEntries(urls) };
    children.push(await startProcess(join(DIST, `main-${role}.js`), [], env));
  }
  const roles = ROLES.map((name, index) => ({ name, pid: children[index]?.pid ?? 0 }));
  return {
    watched: [...roles, { name: 'its PostgreSQL', pid: cluster.pid }],
    stop: async () => {
      for (const child of children) await end(child);
      for (const node of nodes) node.close();
      for (const chain of chains) chain.stop();
      await cluster.destroy();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** What `npm start` runs, without npm. */
export async function startSandbox(): Promise<Site & { readonly url: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'stablegate-idle-'));
  const port = await findFreePort();
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dir, PORT: String(port) };
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('is ready') && resolve());
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)));
  });
  const postgres = Number.parseInt(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0] ?? '', 10);
  return {
    url: `http://localhost:${port}`,
    watched: [
      { name: 'sandbox', pid: child.pid ?? 0 },
      { name: 'sandbox PostgreSQL', pid: postgres },
    ],
    stop: async () => {
      child.removeAllListeners('exit');
      await end(child);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export async function startBare(): Promise<Site> {
  const dir = mkdtempSync(join(tmpdir(), 'stablegate-idle-'));
  const cluster = await startCluster({ dir });
  const child = await startProcess(BARE_FASTIFY, [cluster.url('postgres')], {});
  return {
    watched: [
      { name: 'bare', pid: child.pid ?? 0 },
      { name: 'bare PostgreSQL', pid: cluster.pid },
    ],
    stop: async () => {
      await end(child);
      await cluster.destroy();
    },
  };
}
