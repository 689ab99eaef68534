import { join } from 'node:path';
import { findProgram, startDaemon } from './daemon';
import { NODES, PORTS } from './ports';
import { waitFor } from './wait-for';

const START_MS_MAX = 60_000;

const url = (port: number) => `http://127.0.0.1:${port}`;

/** Patroni ends with an error while the members have not agreed on it. */
async function knowsItsVersion(port: number): Promise<true | undefined> {
  const response = await fetch(`${url(port)}/version`).catch(() => undefined);
  const { etcdcluster = 'not_decided' } = response?.ok === true ? ((await response.json()) as { etcdcluster?: string }) : {};
  return etcdcluster === 'not_decided' ? undefined : true;
}

/** Three members, as on three machines. Two cores serve everything here, so a leader may be silent for longer than the usual second. */
export async function startEtcd(folder: string): Promise<void> {
  const cluster = NODES.map((node) => `etcd${node}=${url(PORTS.etcdPeer(node))}`).join(',');
  for (const node of NODES) {
    const options = {
      name: `etcd${node}`,
      'data-dir': join(folder, `etcd${node}`),
      'listen-client-urls': url(PORTS.etcdClient(node)),
      'advertise-client-urls': url(PORTS.etcdClient(node)),
      'listen-peer-urls': url(PORTS.etcdPeer(node)),
      'initial-advertise-peer-urls': url(PORTS.etcdPeer(node)),
      'initial-cluster': cluster,
      'initial-cluster-token': 'stablegate',
      'heartbeat-interval': '300',
      'election-timeout': '3000',
      'auto-compaction-retention': '1',
      'log-level': 'warn',
    };
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    startDaemon({ name: `etcd${node}`, folder: join(folder, 'logs'), program: findProgram('etcd'), args });
  }
  for (const node of NODES) await waitFor(`etcd${node}`, () => knowsItsVersion(PORTS.etcdClient(node)), START_MS_MAX);
}
