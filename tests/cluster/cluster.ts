import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { chooseUser } from '../../apps/sandbox/src/postgres/run-as';
import type { BenchStore, openStores as openStoresType } from '../bench/invoice-site';
import { type ClusterChain, startChain } from './chain';
import { startEtcd } from './engines/etcd';
import { startHaproxy } from './engines/haproxy';
import { createPatroniNode, findPrimary, type Passwords, type PatroniNode, wholeCluster } from './engines/patroni';
import { checkPatroni } from './engines/patroni-version';
import { startPgbouncer } from './engines/pgbouncer';
import { NODES, PORTS } from './engines/ports';
import { startRedis } from './engines/redis';
import { waitFor } from './engines/wait-for';
import { directUrl, type Gateway, type GatewayOptions, MACHINES, startGateway } from './gateway';

export type Cluster = {
  readonly nodes: readonly PatroniNode[];
  readonly gateway: Gateway;
  readonly options: GatewayOptions;
  readonly chain: ClusterChain;
  readonly stores: readonly BenchStore[];
  readonly passwords: Passwords;
};

const STORES = 20;
const BOOT_MS_MAX = 180_000;

/** PostgreSQL refuses to run as root, and nothing here needs to. */
function leaveRoot(folder: string): void {
  const user = chooseUser();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o700 });
  if (user === undefined) return;
  for (const path of [folder, join(folder, 'logs')]) chownSync(path, user.uid, user.gid);
  process.setgroups?.([user.gid]);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
}

export async function onPrimary<T>(passwords: Passwords, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const primary = await waitFor('a primary', () => findPrimary(), BOOT_MS_MAX);
  const connectionString = `postgres://postgres:${passwords.superuser}@127.0.0.1:${PORTS.postgres(primary)}/postgres`;
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function isOnPrimary(connectionString: string): Promise<true | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby');
    return rows[0]?.is_standby === false ? true : undefined;
  } catch {
    return undefined;
  } finally {
    await client.end();
  }
}

/** Before its first checks the proxy takes every node for the primary, one after the other: so every connection of two rounds has to reach it. */
async function leadsToPrimary(url: string): Promise<true | undefined> {
  for (let count = 0; count < 2 * NODES.length; count += 1) if ((await isOnPrimary(url)) === undefined) return undefined;
  return true;
}

async function createDatabase(passwords: Passwords): Promise<void> {
  await onPrimary(passwords, async (client) => {
    await client.query(`create role stablegate login password ${pg.escapeLiteral(passwords.gateway)}`);
    await client.query('create database stablegate owner stablegate');
    await client.query('create table probes (at timestamptz not null default clock_timestamp(), node integer not null)');
  });
}

/** By the program of that checkout, which also makes the database. */
async function openStores(root: string, url: string, dataDir: string): Promise<BenchStore[]> {
  const site = (await import(join(root, 'tests/bench/invoice-site.ts'))) as { openStores: typeof openStoresType };
  return site.openStores(url, dataDir, STORES);
}

/** Bottom-up: etcd, PostgreSQL under Patroni, Redis, proxies, poolers, then two processes of each role. */
export async function startCluster(folder: string, root: string, say: (line: string) => void): Promise<Cluster> {
  checkPatroni();
  leaveRoot(folder);
  const password = () => randomBytes(18).toString('hex');
  const passwords = { superuser: password(), replication: password(), gateway: password() };
  const chain = await startChain();
  await startEtcd(folder);
  startRedis(folder);
  const nodes: PatroniNode[] = [];
  for (const node of NODES) nodes.push(await createPatroniNode(node, folder, passwords));
  for (const node of nodes) node.start();
  const primary = await waitFor('one primary and two standbys', wholeCluster, BOOT_MS_MAX);
  say(`PostgreSQL: node${primary} is the primary of ${NODES.length}, one standby is synchronous`);
  await createDatabase(passwords);
  startHaproxy(folder, MACHINES);
  for (const machine of MACHINES) startPgbouncer(machine, folder, passwords.gateway);
  const dataDir = join(folder, 'gateway');
  mkdirSync(dataDir, { mode: 0o700 });
  const url = directUrl(passwords.gateway);
  await waitFor('the proxy', () => leadsToPrimary(url), BOOT_MS_MAX);
  const stores = await openStores(root, url, dataDir);
  const options = { root, folder, dataDir, password: passwords.gateway, networks: chain.environment };
  const gateway = await startGateway(options);
  say(
    `Gateway: ${gateway
      .members()
      .map(({ name }) => name)
      .join(', ')} behind http://localhost:${PORTS.gateway}`,
  );
  return { nodes, gateway, options, chain, stores, passwords };
}
