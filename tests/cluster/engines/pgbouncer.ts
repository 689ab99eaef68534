import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SESSION_SETTINGS } from '../../../apps/server/src/platform/db/db';
import { type Daemon, findProgram, startDaemon } from './daemon';
import { PORTS } from './ports';

const limits = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `set ${name} = ''${value}''`)
  .join('; ');

/** On the machine of the processes that use it. It gives up waiting for a primary after 5 s, and looks for one every second. */
const settings = (machine: number, folder: string): string => `
[databases]
stablegate = host=127.0.0.1 port=${PORTS.database} dbname=stablegate connect_query='${limits}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${PORTS.pooler(machine)}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'userlist.txt')}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 15
query_wait_timeout = 5
server_connect_timeout = 3
server_login_retry = 1
server_idle_timeout = 60
tcp_keepidle = 5
tcp_keepintvl = 2
tcp_keepcnt = 3
log_connections = 0
log_disconnections = 0
`;

export function startPgbouncer(machine: number, folder: string, password: string): Daemon {
  writeFileSync(join(folder, 'userlist.txt'), `"stablegate" "${password}"\n`, { mode: 0o600 });
  const file = join(folder, `pgbouncer${machine}.ini`);
  writeFileSync(file, settings(machine, folder), { mode: 0o600 });
  return startDaemon({ name: `pgbouncer${machine}`, folder: join(folder, 'logs'), program: findProgram('pgbouncer'), args: [file] });
}
