import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { type AlarmSettings, alarmEnvironment, alarmFields, readAlarmSettings } from './config-alarms';
import { type DepositSettings, depositEnvironment, depositFields, readDepositSettings } from './config-deposits';
import { type NetworkSettings, networkFields, readNetworks } from './config-networks';
import {
  type LimitSettings,
  limitList,
  list,
  type ProtectionSettings,
  protectionEnvironment,
  protectionFields,
  readProtection,
  SANDBOX_LIMITS,
} from './config-protection';
import { readTracing, type TracingSettings, tracingEnvironment, tracingFields } from './config-tracing';
import { readTranslator, type TranslatorSettings, translatorEnvironment, translatorFields } from './config-translator';
import { KILL_POINTS, type KillPoint } from './platform/kill-points';

export type { NetworkSettings } from './config-networks';

/** A bad value stops the start with a message that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const isLoopbackHost = (host: string): boolean => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host);
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
/** Each call of that path tries the token of each. */
const EPUSDT_STORES_MAX = 50;
const httpUrl = z.url({ protocol: /^https?$/ });

export const ROLE_NAMES = ['api', 'worker', 'watcher'] as const;
export type Role = (typeof ROLE_NAMES)[number];

const fault = z
  .string()
  .regex(/^[a-z_.]+:[1-9]\d*$/, 'is written <point>:<n>')
  .transform((value) => ({ point: value.split(':')[0] as KillPoint, count: Number.parseInt(value.split(':')[1] ?? '1', 10) }))
  .refine(({ point }) => KILL_POINTS.includes(point), `has one of the points ${KILL_POINTS.join(', ')}`);

/** A call may hold one and need another. */
export const POOL_MIN = 2;

const environment = z.object({
  STABLEGATE_MODE: z
    .enum(['production', 'sandbox'])
    .default('production')
    .describe('production, or sandbox with everything on one machine'),
  ROLES: list
    .refine((roles) => roles.every((role) => ROLE_NAMES.includes(role as Role)), 'api, worker and watcher are the roles')
    .default([...ROLE_NAMES])
    .describe('Roles of this process: api, worker, watcher; all of them by default'),
  API_PROCESSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe('Processes that serve the api on the same port, one per core; other roles of the same start get a process of their own'),
  PROCESS_NAME: z.string().optional().describe('Set by the program itself for the processes of API_PROCESSES: the name in their metrics'),
  HOST: z.string().min(1).optional().describe('Address to listen on; the sandbox listens on loopback only'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('Port of the web app and the API'),
  HEALTH_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port of /health, /ready and /metrics of a process without the api role; 8081, for a watcher alone 8082'),
  DATA_DIR: z.string().min(1).default('./data').describe('Folder for the master key and, in the sandbox, the database'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).describe('postgres://user:password@host/database, PostgreSQL 15 or newer'),
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'The same database past a pooler in transaction mode (pgbouncer), for what needs a session: LISTEN, migrations, leases, long checks. Given, DATABASE_URL is taken to be such a pooler',
    ),
  MIGRATION_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('The same database as the role that owns its tables, past a pooler; the role of DATABASE_URL then needs to own nothing'),
  DATABASE_POOL_MAX: z.coerce
    .number()
    .int()
    .min(POOL_MIN)
    .max(200)
    .default(10)
    .describe('Connections a process may open; with API_PROCESSES fewer, where max_connections needs it'),
  DATABASE_HA: flag
    .default(false)
    .describe('The database has a synchronous standby: no start without the setting, and doctor looks for one'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('redis://user:password@host:port; when given, live updates and rate limits are shared through it'),
  PUBLIC_URL: httpUrl.optional().describe('Where browsers reach us, without a trailing slash; needed in production'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').describe('How much is logged'),
  MASTER_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('id:base64 of 32 bytes, newest first, comma-separated; created once in DATA_DIR when absent'),
  TRUST_PROXY: list.default([]).describe('Addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted'),
  METRICS_TOKEN: z.string().min(16).optional().describe('Bearer token for /metrics from beyond loopback'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('smtp://user:password@host:port for outgoing mail'),
  MAIL_FROM: z.string().min(3).default('Stablegate <no-reply@localhost>').describe('Sender of mails'),
  SUPPORT_EMAIL: z.email().default('support@stablegate.example').describe('Where the contact form goes, and what the contact page shows'),
  ADMIN_REQUIRES_2FA: flag.optional().describe('Admins without two-factor cannot use admin calls; on in production'),
  ADDRESS_LOOKUP_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(2_000)
    .describe('Time limit for asking nodes whether a new address is a contract, a token account or busy; 0 asks none'),
  BUSINESS_TIME_ZONE: z
    .string()
    .default('Asia/Ho_Chi_Minh')
    .refine(isTimeZone, 'is not a time zone')
    .describe('Time zone of "today", "week" and "month"'),
  RATE_LIMIT_SCALE: z.coerce.number().positive().optional().describe('Sandbox only: multiplies every request-rate limit'),
  LIMITS: limitList
    .optional()
    .describe('Limits that differ from docs/access.md: name=calls, comma-separated, such as create-invoice=2000; 0 is no limit'),
  CALLBACK_PORTS: list
    .refine(
      (ports) => ports.includes('443') && ports.every((port) => Number(port) >= 1 && Number(port) <= 65_535),
      'has 443 and other port numbers',
    )
    .transform((ports) => ports.map(Number))
    .optional()
    .describe(
      'Ports that callbacks may be sent to, comma-separated: 443 by default; 80 also allows plain http. The sandbox has 443 and 80, and any on loopback',
    ),
  EPUSDT_STORES: list
    .refine((ids) => ids.length <= EPUSDT_STORES_MAX, `has at most ${EPUSDT_STORES_MAX} merchant ids`)
    .optional()
    .describe(
      'Merchant ids of the stores whose orders /api/v1/order/create-transaction, the path of Epusdt itself, accepts, comma-separated; at most 50. Every store has a path of its own',
    ),
  DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .default(0)
    .describe('How long a stopping process still answers while /ready already says no, so that its proxy leaves it out first'),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'has 32 hexadecimal digits')
    .optional()
    .describe('Project at WalletConnect: payment pages then offer wallet apps too, over its relay; without it they reach no third party'),
  FAULT: fault
    .optional()
    .describe('Sandbox only: <point>:<n> ends the process with SIGKILL when that kill point is reached for the nth time'),
});

export const environmentFields: Record<string, z.ZodType> = {
  ...environment.shape,
  ...protectionFields,
  ...depositFields,
  ...translatorFields,
  ...alarmFields,
  ...tracingFields,
  ...networkFields,
};
const networkEnvironment = z.object(networkFields);

export type Config = {
  readonly mode: 'production' | 'sandbox';
  readonly roles: readonly Role[];
  readonly apiProcesses: number;
  readonly processName: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly healthPort: number | undefined;
  readonly dataDir: string;
  readonly database: {
    readonly url: string;
    readonly poolMax: number;
    /** Past the pooler; the same as `url` where there is none. */
    readonly directUrl: string;
    /** Of the role that owns the tables, where `url` has another one. */
    readonly migrationUrl: string | undefined;
    /** A pooler in transaction mode: no prepared statements, no settings of a session. */
    readonly isPooled: boolean;
  };
  readonly isHighlyAvailable: boolean;
  readonly redisUrl: string | undefined;
  readonly publicUrl: string;
  /** Cookies have Secure and the __Host- prefix except on loopback. */
  readonly secureCookies: boolean;
  readonly logLevel: string;
  readonly masterKey: string | undefined;
  readonly trustProxy: readonly string[];
  readonly metricsToken: string | undefined;
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  readonly mailFrom: string;
  readonly supportEmail: string;
  readonly adminRequires2fa: boolean;
  readonly protection: ProtectionSettings;
  readonly addressLookupMs: number;
  readonly businessTimeZone: string;
  readonly rateLimitScale: number;
  readonly limits: LimitSettings;
  /** Merchant ids of the stores that Epusdt's own path serves. */
  readonly epusdtStores: readonly string[];
  readonly callbackPorts: readonly number[];
  readonly drainMs: number;
  readonly walletConnectProjectId: string | undefined;
  readonly fault: { readonly point: KillPoint; readonly count: number } | undefined;
  readonly networks: readonly NetworkSettings[];
  readonly deposits: DepositSettings;
  readonly translator: TranslatorSettings | undefined;
  readonly alarms: AlarmSettings;
  readonly tracing: TracingSettings | undefined;
};

/** Each process has its pool, two connections for leases and one that listens; a worker three more for jobs. */
export const connectionsBesidePool = (roles: readonly Role[]): number => (roles.includes('worker') ? 6 : 3);
export const connectionsOf = ({ database }: Pick<Config, 'database'>, roles: readonly Role[]): number =>
  database.poolMax + connectionsBesidePool(roles);

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

type Environment = z.output<typeof environment>;

function checkTogether(env: Environment): void {
  const sandbox = env.STABLEGATE_MODE === 'sandbox';
  if (!sandbox && env.RATE_LIMIT_SCALE !== undefined)
    throw new ConfigError('RATE_LIMIT_SCALE is a sandbox setting: production refuses to start with it.');
  if (!sandbox && env.FAULT !== undefined) throw new ConfigError('FAULT is a sandbox setting: production refuses to start with it.');
  if (!sandbox && env.PUBLIC_URL === undefined)
    throw new ConfigError('PUBLIC_URL is missing: production needs the address that browsers use.');
  if (sandbox && env.HOST !== undefined && !isLoopbackHost(env.HOST))
    throw new ConfigError(`HOST is "${env.HOST}": the sandbox listens on loopback only.`);
  for (const proxy of env.TRUST_PROXY) {
    if (isIP(proxy.split('/', 1)[0] ?? '') === 0)
      throw new ConfigError(`TRUST_PROXY names "${proxy}", which is neither an address nor a CIDR range.`);
  }
}

/** Empty strings count as absent, as shells and compose files leave them. */
const present = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));

function parse<T extends z.ZodType>(schema: T, env: Record<string, string | undefined>): z.output<T> {
  const parsed = schema.safeParse(present(env));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0] ?? 'The configuration');
  const value = env[name];
  throw new ConfigError(
    value === undefined || value === '' ? `${name} is missing: ${issue?.message}.` : `${name} is not valid: ${issue?.message}.`,
  );
}

export type Variables = Record<string, string | undefined>;

/**
 * The environment, and for missing variables the file `.env` in the working directory. Not in the sandbox: a production file must not point
 * it at a real database.
 */
export function readEnvironment(env: Variables = process.env, folder: string = process.cwd()): Variables {
  const file = join(folder, '.env');
  return env.STABLEGATE_MODE === 'sandbox' || !existsSync(file) ? env : { ...parseEnv(readFileSync(file, 'utf8')), ...env };
}

/** The only reader of the environment; everything else gets the parsed result. */
export function loadConfig(env: Variables = readEnvironment()): Config {
  const values = parse(environment, env);
  const networks = loadNetworks(env);
  checkTogether(values);
  const sandbox = values.STABLEGATE_MODE === 'sandbox';
  const { deposits, complaint: depositComplaint } = readDepositSettings(parse(depositEnvironment, env), sandbox);
  if (depositComplaint !== undefined) throw new ConfigError(depositComplaint);
  const { settings: alarms, complaint: alarmComplaint } = readAlarmSettings(parse(alarmEnvironment, env));
  if (alarmComplaint !== undefined) throw new ConfigError(alarmComplaint);
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '');
  return {
    mode: values.STABLEGATE_MODE,
    roles: values.ROLES as Role[],
    apiProcesses: values.API_PROCESSES,
    processName: values.PROCESS_NAME,
    host: values.HOST ?? (sandbox ? 'localhost' : '0.0.0.0'),
    port: values.PORT,
    healthPort: values.HEALTH_PORT,
    dataDir: values.DATA_DIR,
    database: {
      url: values.DATABASE_URL,
      poolMax: values.DATABASE_POOL_MAX,
      directUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
      migrationUrl: values.MIGRATION_DATABASE_URL,
      isPooled: values.DATABASE_DIRECT_URL !== undefined,
    },
    isHighlyAvailable: values.DATABASE_HA,
    redisUrl: values.REDIS_URL,
    publicUrl,
    secureCookies: !isLoopbackHost(new URL(publicUrl).hostname),
    logLevel: values.LOG_LEVEL,
    masterKey: values.MASTER_KEY,
    trustProxy: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN,
    smtp: values.SMTP_URL === undefined ? undefined : { url: values.SMTP_URL, from: values.MAIL_FROM },
    mailFrom: values.MAIL_FROM,
    supportEmail: values.SUPPORT_EMAIL,
    adminRequires2fa: values.ADMIN_REQUIRES_2FA ?? !sandbox,
    protection: readProtection(parse(protectionEnvironment, env), sandbox),
    addressLookupMs: values.ADDRESS_LOOKUP_MS,
    businessTimeZone: values.BUSINESS_TIME_ZONE,
    rateLimitScale: values.RATE_LIMIT_SCALE ?? 1,
    limits: { ...(sandbox ? SANDBOX_LIMITS : {}), ...values.LIMITS },
    epusdtStores: values.EPUSDT_STORES ?? [],
    callbackPorts: values.CALLBACK_PORTS ?? (sandbox ? [443, 80] : [443]),
    drainMs: values.DRAIN_MS,
    walletConnectProjectId: values.WALLETCONNECT_PROJECT_ID,
    fault: values.FAULT,
    networks,
    deposits,
    translator: readTranslator(parse(translatorEnvironment, env)),
    alarms,
    tracing: readTracing(parse(tracingEnvironment, env), values.PROCESS_NAME),
  };
}

/** The networks only, for commands that need nothing else. */
export function loadNetworks(env: Variables = readEnvironment()): NetworkSettings[] {
  const { networks, complaint } = readNetworks(parse(networkEnvironment, env));
  if (complaint !== undefined) throw new ConfigError(complaint);
  return networks;
}
