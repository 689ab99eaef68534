import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PORTS } from './engines/ports';

export const MACHINES = [0, 1] as const;
const ROLES = ['api', 'worker', 'watcher'] as const;
type Role = (typeof ROLES)[number];
const READY_MS_MAX = 120_000;
const STOP_MS_MAX = 15_000;
const STARTS_MAX = 5;

export type GatewayProcess = { readonly name: string; readonly ready: Promise<void>; stop(): Promise<void>; ended(): string | undefined };
export type GatewayOptions = {
  /** A checkout with a build. */
  readonly root: string;
  readonly folder: string;
  readonly dataDir: string;
  readonly password: string;
  readonly networks: Readonly<Record<string, string>>;
};

const database = (port: number, password: string) => `postgres://stablegate:${password}@127.0.0.1:${port}/stablegate`;
/** Past the pooler. */
export const directUrl = (password: string): string => database(PORTS.database, password);

function environmentOf({ dataDir, password, networks }: GatewayOptions, role: Role, machine: number): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    STABLEGATE_MODE: 'sandbox',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_SCALE: '1000000',
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://localhost:${PORTS.gateway}`,
    PORT: String(PORTS.api(machine)),
    HOST: '127.0.0.1',
    HEALTH_PORT: String(PORTS.health(ROLES.indexOf(role), machine)),
    DATABASE_URL: database(PORTS.pooler(machine), password),
    DATABASE_DIRECT_URL: directUrl(password),
    DATABASE_HA: '1',
    DATABASE_POOL_MAX: '10',
    REDIS_URL: `redis://127.0.0.1:${PORTS.redisPrimary}`,
    DRAIN_MS: '3000',
    ...networks,
  };
}

/** One process, as a unit of systemd or a pod would run it. */
export function startGatewayProcess(options: GatewayOptions, role: Role, machine: number): GatewayProcess {
  const name = `${role}${machine}`;
  const log = openSync(join(options.folder, 'logs', `${name}.log`), 'a');
  const child: ChildProcess = spawn(process.execPath, [join(options.root, `apps/server/dist/main-${role}.js`)], {
    env: environmentOf(options, role, machine),
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  let ending: string | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} is not ready after ${READY_MS_MAX / 1000} s`)), READY_MS_MAX);
    child.once('message', () => {
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      ending = `${signal ?? code}`;
      reject(new Error(`${name} ended with ${ending}: see ${name}.log`));
    });
  });
  ready.catch(() => undefined); // whoever waits for it gets the error
  return {
    name,
    ready,
    ended: () => ending,
    stop: async () => {
      if (ending === undefined) child.kill('SIGTERM');
      for (const end = Date.now() + STOP_MS_MAX; ending === undefined && Date.now() < end; ) await sleep(50);
      if (ending === undefined) child.kill('SIGKILL');
    },
  };
}

/** As systemd does: a start during a failover is repeated. */
async function startUntilReady(options: GatewayOptions, role: Role, machine: number): Promise<GatewayProcess> {
  for (let tries = 1; ; tries += 1) {
    const fresh = startGatewayProcess(options, role, machine);
    try {
      await fresh.ready;
      return fresh;
    } catch (error) {
      if (tries === STARTS_MAX) throw error;
    }
  }
}

export type Gateway = { members(): readonly GatewayProcess[]; stop(): Promise<void>; replace(options: GatewayOptions): Promise<void> };

/** Two processes of each role. `replace` is a rolling update: one after the other, the new one ready before the next is stopped. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const places = ROLES.flatMap((role) => MACHINES.map((machine) => ({ role, machine })));
  const members = new Map(places.map(({ role, machine }) => [`${role}${machine}`, startGatewayProcess(options, role, machine)]));
  await Promise.all([...members.values()].map(({ ready }) => ready));
  return {
    members: () => [...members.values()],
    stop: async () => {
      await Promise.all([...members.values()].map((member) => member.stop()));
    },
    replace: async (next) => {
      for (const { role, machine } of places) {
        await members.get(`${role}${machine}`)?.stop();
        members.set(`${role}${machine}`, await startUntilReady(next, role, machine));
      }
    },
  };
}
