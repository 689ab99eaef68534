import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Daemon, findProgram, startDaemon } from './daemon';
import { NODES, type NodeIndex, PORTS } from './ports';

/** Nothing in it has to survive: live updates and rate limits. */
const server = (node: NodeIndex, home: string): string =>
  [
    `port ${PORTS.redis(node)}`,
    'bind 127.0.0.1',
    `dir ${home}`,
    'save ""',
    'appendonly no',
    'maxmemory 64mb',
    'maxmemory-policy allkeys-lru',
    ...(node === 0 ? [] : [`replicaof 127.0.0.1 ${PORTS.redis(0)}`]),
  ].join('\n');

const sentinel = (node: NodeIndex, home: string): string =>
  [
    `port ${PORTS.sentinel(node)}`,
    'bind 127.0.0.1',
    `dir ${home}`,
    `sentinel monitor stablegate 127.0.0.1 ${PORTS.redis(0)} 2`,
    'sentinel down-after-milliseconds stablegate 3000',
    'sentinel failover-timeout stablegate 10000',
  ].join('\n');

/** A primary with two replicas, and three sentinels that replace it. */
export function startRedis(folder: string): Daemon[] {
  const program = findProgram('redis-server');
  return NODES.flatMap((node) => {
    const home = join(folder, `redis${node}`);
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const files = { redis: join(home, 'redis.conf'), sentinel: join(home, 'sentinel.conf') };
    writeFileSync(files.redis, `${server(node, home)}\n`);
    writeFileSync(files.sentinel, `${sentinel(node, home)}\n`);
    const logs = join(folder, 'logs');
    return [
      startDaemon({ name: `redis${node}`, folder: logs, program, args: [files.redis] }),
      startDaemon({ name: `sentinel${node}`, folder: logs, program, args: [files.sentinel, '--sentinel'] }),
    ];
  });
}
