import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Daemon, findProgram, startDaemon } from './daemon';
import { NODES, PORTS } from './ports';

/** Also printed in docs/deploy/cluster.md, with the names of machines. */
const settings = (machines: readonly number[]): string => `
global
  maxconn 2000
defaults
  timeout connect 2s
  timeout check 3s
  timeout queue 5s
listen database
  bind 127.0.0.1:${PORTS.database}
  mode tcp
  timeout client 1h
  timeout server 1h
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms downinter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${NODES.map((node) => `  server node${node} 127.0.0.1:${PORTS.postgresWire(node)} check port ${PORTS.patroniWire(node)}`).join('\n')}
listen redis
  bind 127.0.0.1:${PORTS.redisPrimary}
  mode tcp
  timeout client 1h
  timeout server 1h
  option tcp-check
  tcp-check send info\\ replication\\r\\n
  tcp-check expect string role:master
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${NODES.map((node) => `  server redis${node} 127.0.0.1:${PORTS.redis(node)} check`).join('\n')}
listen gateway
  bind 127.0.0.1:${PORTS.gateway}
  mode http
  timeout client 60s
  timeout server 60s
  timeout http-request 10s
  option http-server-close
  option redispatch
  retries 3
  retry-on conn-failure
  option httpchk GET /ready
  http-check expect status 200
  default-server inter 1s fall 2 rise 1
${machines.map((machine) => `  server api${machine} 127.0.0.1:${PORTS.api(machine)} check`).join('\n')}
`;

export function startHaproxy(folder: string, machines: readonly number[]): Daemon {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, settings(machines));
  return startDaemon({ name: 'haproxy', folder: join(folder, 'logs'), program: findProgram('haproxy'), args: ['-db', '-f', file] });
}
