import { statfs } from 'node:fs/promises';
import { NETWORKS } from '@stablegate/contract';
import { sql } from 'kysely';
import type { Config } from '../config';
import { loadCommandConfig } from '../config-command';
import { countAdmins } from '../modules/accounts/operators.queries';
import { checkNodes } from '../modules/chains/check-nodes/check-nodes';
import { type Finding, LEVEL_WORD, note, ok, problem } from '../modules/chains/check-nodes/findings';
import { judgeAccounts } from '../modules/chains/status/node-accounts';
import { CLOCK_DIFFERENCE_MS_MAX } from '../platform/db/database-time';
import { createDb, type Db, isReadOnly, SESSION_SETTINGS } from '../platform/db/db';
import { readSchemaVersion } from '../platform/db/migrate';
import { listOwnedTables } from '../platform/db/rights';
import { createSmtpMailer } from '../platform/mail/mailer';
import { serverRoot } from '../platform/paths';
import { planConnections, readConnectionsMax } from '../platform/processes/connections';
import { withDatabase } from './command-line';
import { assumedShops, DEFAULT_SHOPS, readShops } from './shops';

type Area = 'database' | 'pooler' | 'schema' | 'clock' | 'mail' | 'networks' | 'disk' | 'address' | 'keys' | 'admins';
type Check = { readonly area: Area; run(config: Config, db: Db): Promise<readonly Finding[]> };

const POSTGRES_MIN = 15;
const DISK_BYTES_MIN = 2 * 1024 ** 3;
const ANSWER_MS_MAX = 5_000;

const messageOf = (error: unknown): string => {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
};

type ServerSettings = {
  readonly version: number;
  readonly fsync: boolean;
  readonly pages: boolean;
  readonly commit: string;
  readonly standbys: number;
};

async function checkDatabase(config: Config, db: Db): Promise<Finding[]> {
  const { rows } = await sql<ServerSettings>`
    select current_setting('server_version_num')::integer / 10000 as version, current_setting('fsync')::boolean as fsync,
           current_setting('full_page_writes')::boolean as pages, current_setting('synchronous_commit') as commit,
           (select count(*)::integer from pg_stat_replication where sync_state in ('sync', 'quorum')) as standbys`.execute(db.query);
  const [found] = rows;
  if (found === undefined) return [problem('answers nothing')];
  const isDurable = found.fsync && found.pages && found.commit !== 'off';
  return [
    found.version >= POSTGRES_MIN
      ? ok(`PostgreSQL ${found.version}`)
      : problem(`PostgreSQL ${found.version} is too old: ${POSTGRES_MIN} or newer is needed.`),
    ...((await isReadOnly(db.query)) ? [problem('is read only: DATABASE_URL must lead to the primary.')] : []),
    isDurable
      ? ok('keeps what it has acknowledged')
      : problem('may lose acknowledged payments in a crash: set fsync, full_page_writes and synchronous_commit to on.'),
    ...(config.isHighlyAvailable
      ? [
          found.standbys > 0
            ? ok(`${found.standbys} synchronous standby`)
            : problem('has no synchronous standby although DATABASE_HA is set: a failover may lose payments.'),
        ]
      : []),
    judgeConnections(config, await readConnectionsMax(db.query)),
    ...(config.mode === 'sandbox' ? [] : [judgeRole(await listOwnedTables(db.query))]),
  ];
}

const judgeRole = (owned: readonly string[]): Finding =>
  owned.length === 0
    ? ok('the role of DATABASE_URL owns no tables')
    : note(
        `the role of DATABASE_URL owns ${owned.length} tables, so whoever gets into the program can switch off what guards the audit log and the ledger: give it a role of its own and set MIGRATION_DATABASE_URL (docs/deploy/production.md).`,
      );

function judgeConnections(config: Config, connectionsMax: number): Finding {
  const { apiProcesses, database } = config;
  const { poolMax, needed, fits } = planConnections(config, connectionsMax);
  const wish = `${apiProcesses} api, a worker and a watcher may open ${needed}`;
  if (!fits && apiProcesses > 1)
    return problem(
      `allows ${connectionsMax} connections; ${wish}, so the api does not start. Raise max_connections or lower API_PROCESSES.`,
    );
  if (!fits) return note(`allows ${connectionsMax} connections; ${wish}. Raise max_connections or lower DATABASE_POOL_MAX.`);
  if (poolMax < database.poolMax)
    return note(`allows ${connectionsMax} connections; ${wish}, with ${poolMax} instead of ${database.poolMax} in each api's pool.`);
  return ok(`${connectionsMax} connections; ${wish}`);
}

/** It sets them at each connection (`connect_query` of pgbouncer); without them one slow statement blocks everybody. */
async function checkPooler({ database }: Config): Promise<Finding[]> {
  if (!database.isPooled) return [];
  const pooled = createDb({ ...database, poolMax: 1, applicationName: 'stablegate-doctor' });
  try {
    const { rows } = await sql<{ name: keyof typeof SESSION_SETTINGS; value: string }>`
      select name, current_setting(name) as value from unnest(${Object.keys(SESSION_SETTINGS)}::text[]) as name`.execute(pooled.query);
    const missing = rows
      .filter(({ name, value }) => value !== SESSION_SETTINGS[name])
      .map(({ name }) => `${name} = '${SESSION_SETTINGS[name]}'`);
    return [
      missing.length === 0 ? ok('sets the time limits') : problem(`does not set ${missing.join(', ')}: put them into connect_query.`),
    ];
  } finally {
    await pooled.close();
  }
}

async function checkSchema(_config: Config, db: Db): Promise<Finding[]> {
  const { version, known } = await readSchemaVersion(db.query, serverRoot());
  if (version === undefined) return [note('is empty: the first start creates it.')];
  if (version > known)
    return [
      note(
        `is at ${version}, this release knows ${known}: a newer one has used it, and this one starts where nothing was removed that it reads.`,
      ),
    ];
  return [version === known ? ok(`is current (${known})`) : note(`is at ${version} of ${known}: the next start migrates it.`)];
}

async function checkClock(_config: Config, db: Db): Promise<Finding[]> {
  const began = Date.now();
  const { rows } = await sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db.query);
  const difference = Math.round((rows[0]?.ms ?? 0) - (began + Date.now()) / 2);
  return [
    Math.abs(difference) <= CLOCK_DIFFERENCE_MS_MAX
      ? ok('agrees with the database')
      : problem(`is ${Math.abs(difference / 1000).toFixed(1)} s off the database's: keep both by NTP.`),
  ];
}

async function checkMail({ smtp, mode, mailFrom }: Config): Promise<Finding[]> {
  if (mode === 'sandbox') return [ok("stays in the sandbox's mailbox")];
  if (smtp === undefined) return [problem('cannot be sent, so nobody can verify an address: set SMTP_URL.')];
  const mailer = createSmtpMailer(smtp);
  try {
    await mailer.check?.();
    const isDefault = mailFrom.includes('@localhost');
    return [
      isDefault
        ? problem(`would come from ${mailFrom}: set MAIL_FROM to an address of yours.`)
        : ok(`the server takes it, from ${mailFrom}`),
    ];
  } catch (error) {
    return [problem(`the server of SMTP_URL refuses (${messageOf(error)}).`)];
  } finally {
    await mailer.close();
  }
}

/** Whether the plans carry the shops of this database. */
async function checkPlans(networks: Config['networks'], db: Db): Promise<Finding[]> {
  const { version } = await readSchemaVersion(db.query, serverRoot());
  const { load, text } = version === undefined ? assumedShops(DEFAULT_SHOPS) : await readShops(db);
  return judgeAccounts(networks, load).map(({ account, finding }) => ({
    ...finding,
    text: `${account} ${finding.text}${finding.level === 'ok' ? '' : ` (${text})`}`,
  }));
}

/** A line per network; each problem of a node in full. */
async function checkNetworks({ networks, mode }: Config, db: Db): Promise<Finding[]> {
  if (mode === 'sandbox') return [ok("are the sandbox's own")];
  const enabled = networks.filter((network) => network.enabled);
  if (enabled.length === 0)
    return [problem(`none has a node, so nothing can be paid: set ${NETWORKS[0]}_RPC_URLS or another one (docs/deploy/chains.md).`)];
  const reports = await checkNodes(enabled);
  const off = networks.filter((network) => !network.enabled).map(({ network }) => network);
  return [
    ...enabled.flatMap(({ network, endpoints }): Finding[] => {
      const problems = reports.flatMap(({ network: of, node, findings }) =>
        of === network ? findings.filter(({ level }) => level === 'problem').map(({ text }) => problem(`${network} ${node} ${text}`)) : [],
      );
      if (problems.length > 0) return problems;
      return [
        endpoints.length > 1
          ? ok(`${network}: ${endpoints.length} nodes`)
          : note(`${network}: a single node, which can only be checked against itself. Add one of another provider.`),
      ];
    }),
    ...(await checkPlans(enabled, db)),
    ...(off.length === 0 ? [] : [note(`${off.join(', ')}: off, no node is configured.`)]),
  ];
}

async function checkDisk({ dataDir }: Config): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(dataDir).catch(() => statfs('.'));
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GB free for DATA_DIR`;
  return [free >= DISK_BYTES_MIN ? ok(text) : problem(`${text}: logs and keys need room.`)];
}

async function checkAddress({ publicUrl, trustProxy, mode }: Config): Promise<Finding[]> {
  if (mode === 'sandbox') return [ok('loopback')];
  const isSecure = publicUrl.startsWith('https://');
  const answer = await fetch(`${publicUrl}/health`, { signal: AbortSignal.timeout(ANSWER_MS_MAX), redirect: 'error' }).catch(messageOf);
  return [
    isSecure ? ok(publicUrl) : problem(`PUBLIC_URL is ${publicUrl}: browsers need https, and cookies are not sent without it.`),
    trustProxy.length > 0
      ? ok('the proxy is trusted')
      : problem('TRUST_PROXY is empty: behind a TLS proxy all callers share its address and its limits.'),
    typeof answer !== 'string' && answer.ok
      ? ok('answers')
      : note(
          `does not answer yet (${typeof answer === 'string' ? answer : `HTTP ${answer.status}`}): start the api and the proxy, or check DNS and certificate.`,
        ),
  ];
}

async function checkKeys({ masterKey, dataDir, mode }: Config): Promise<Finding[]> {
  if (masterKey !== undefined || mode === 'sandbox') return [ok('MASTER_KEY')];
  return [
    note(
      `the master key is a file in ${dataDir}: copy it to a safe place, apart from the database's backups, and share it between processes.`,
    ),
  ];
}

async function checkAdmins({ adminRequires2fa, mode }: Config, db: Db): Promise<Finding[]> {
  const { version } = await readSchemaVersion(db.query, serverRoot());
  if (version === undefined) return [note('none yet: start the program and sign up first.')];
  const { admins, secured } = await countAdmins(db.query);
  if (admins === 0) return [note('none yet: npm run admin -- grant <username> --reason "first administrator"')];
  const isLocked = adminRequires2fa && secured === 0 && mode !== 'sandbox';
  return [
    isLocked ? problem(`${admins}, none with two-factor, which they need here: set it up under Profile → Security.`) : ok(String(admins)),
  ];
}

const CHECKS: readonly Check[] = [
  { area: 'database', run: checkDatabase },
  { area: 'pooler', run: checkPooler },
  { area: 'schema', run: checkSchema },
  { area: 'clock', run: checkClock },
  { area: 'mail', run: checkMail },
  { area: 'networks', run: checkNetworks },
  { area: 'disk', run: checkDisk },
  { area: 'address', run: checkAddress },
  { area: 'keys', run: checkKeys },
  { area: 'admins', run: checkAdmins },
];
const WIDTH = 9;

/** Each check that fails is a finding of its own: the others still run. */
export async function runDoctor(): Promise<{ lines: string[]; isWrong: boolean }> {
  const config = loadCommandConfig();
  const found = await withDatabase('stablegate-doctor', async (db) =>
    Promise.all(
      CHECKS.map(async ({ area, run }) => ({
        area,
        findings: await run(config, db).catch((error: unknown) => [problem(messageOf(error))]),
      })),
    ),
  );
  const lines = found.flatMap(({ area, findings }) =>
    findings.map(({ level, text }) => `${area.padEnd(WIDTH)} ${LEVEL_WORD[level].padEnd(WIDTH)} ${text}`),
  );
  const problems = found.flatMap(({ findings }) => findings).filter(({ level }) => level === 'problem').length;
  const sum = problems === 0 ? 'Ready for customers.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`;
  return { lines: [...lines, '', sum], isWrong: problems > 0 };
}
