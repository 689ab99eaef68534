import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Daemon, findPostgres, findProgram, startDaemon } from './daemon';
import { NODES, type NodeIndex, PORTS } from './ports';
import { type Relay, startRelay } from './relay';

/** What docs/deploy/cluster.md recommends: Patroni's smallest ttl, and the largest loop and retry that fit it. */
const TIMING = { ttl: 20, loop_wait: 5, retry_timeout: 5 };
const REST_MS_MAX = 1_000;

export type Passwords = { readonly superuser: string; readonly replication: string; readonly gateway: string };
export type Member = { readonly name: string; readonly role: string; readonly state: string; readonly lag?: number | string };
export type PatroniNode = {
  readonly index: NodeIndex;
  start(): void;
  daemon(): Daemon;
  /** All cables of this machine: to etcd, to the other nodes, to the proxy. */
  cut(): void;
  heal(): void;
};

/** JSON is YAML. */
function settingsOf(node: NodeIndex, folder: string, passwords: Passwords): object {
  const home = join(folder, `node${node}`);
  return {
    scope: 'stablegate',
    name: `node${node}`,
    restapi: { listen: `127.0.0.1:${PORTS.patroni(node)}`, connect_address: `127.0.0.1:${PORTS.patroniWire(node)}` },
    // Without use_proxies it would take the members' own addresses from etcd, past the cables that a test cuts.
    etcd3: { hosts: NODES.map((to) => `127.0.0.1:${PORTS.etcdWire(node, to)}`), use_proxies: true },
    bootstrap: {
      dcs: {
        ...TIMING,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        synchronous_mode_strict: true, // without a standby nothing is acknowledged
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 100,
            shared_buffers: '64MB',
            wal_level: 'replica',
            wal_log_hints: 'on',
            hot_standby: 'on',
            max_wal_senders: 10,
            wal_keep_size: '128MB',
            max_slot_wal_keep_size: '1GB',
            synchronous_commit: 'on',
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
            tcp_user_timeout: '5s',
            jit: 'off',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${PORTS.postgres(node)}`,
      connect_address: `127.0.0.1:${PORTS.postgresWire(node)}`,
      data_dir: join(home, 'data'),
      bin_dir: findPostgres(),
      pgpass: join(home, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
      },
      parameters: { unix_socket_directories: home },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
    },
  };
}

/** The file stays behind when it is killed, and its number may belong to another process by then. */
function postmasterOf(folder: string, node: NodeIndex): number | undefined {
  const data = join(folder, `node${node}`, 'data');
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  const command = `/proc/${pid}/cmdline`;
  return existsSync(command) && readFileSync(command, 'utf8').includes(data) ? pid : undefined;
}

export async function createPatroniNode(node: NodeIndex, folder: string, passwords: Passwords): Promise<PatroniNode> {
  const home = join(folder, `node${node}`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = join(home, 'patroni.yml');
  writeFileSync(file, JSON.stringify(settingsOf(node, folder, passwords), undefined, 1), { mode: 0o600 });
  const cables: Relay[] = [
    await startRelay(PORTS.postgresWire(node), PORTS.postgres(node)),
    await startRelay(PORTS.patroniWire(node), PORTS.patroni(node)),
  ];
  for (const to of NODES) cables.push(await startRelay(PORTS.etcdWire(node, to), PORTS.etcdClient(to)));
  let daemon: Daemon | undefined;
  return {
    index: node,
    start: () => {
      daemon = startDaemon({
        name: `patroni${node}`,
        folder: join(folder, 'logs'),
        program: findProgram('patroni'),
        args: [file],
        extra: () => postmasterOf(folder, node),
      });
    },
    daemon: () => {
      if (daemon === undefined) throw new Error(`node${node} was not started`);
      return daemon;
    },
    cut: () => {
      for (const cable of cables) cable.cut();
    },
    heal: () => {
      for (const cable of cables) cable.heal();
    },
  };
}

const ask = (node: NodeIndex, path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${PORTS.patroni(node)}${path}`, { signal: AbortSignal.timeout(REST_MS_MAX) });

/** By Patroni's own word, asked on the machine itself. */
export async function isPrimary(node: NodeIndex): Promise<boolean> {
  return ask(node, '/primary').then(
    ({ ok }) => ok,
    () => false,
  );
}

export async function findPrimary(except?: NodeIndex): Promise<NodeIndex | undefined> {
  const others = NODES.filter((node) => node !== except);
  const answers = await Promise.all(others.map(isPrimary));
  return others.find((_node, index) => answers[index] === true);
}

async function membersOf(node: NodeIndex): Promise<readonly Member[]> {
  const response = await ask(node, '/cluster').catch(() => undefined);
  return response?.ok === true ? ((await response.json()) as { members: Member[] }).members : [];
}

/** One leader, one synchronous standby, and all three follow. */
export async function wholeCluster(): Promise<NodeIndex | undefined> {
  const primary = await findPrimary();
  if (primary === undefined) return undefined;
  const members = await membersOf(primary);
  const standbys = members.filter(({ state, lag }) => (state === 'running' || state === 'streaming') && Number(lag) < 1_048_576);
  const isWhole = members.length === NODES.length && standbys.length === 2 && members.some(({ role }) => role === 'sync_standby');
  return isWhole ? primary : undefined;
}
