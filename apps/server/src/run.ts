import cluster from 'node:cluster';
import { type App, type AppParts, createApp } from './app';
import { type Config, ConfigError, loadConfig, type Role } from './config';
import { isUnavailable } from './platform/db/db-errors';
import { collectEarly } from './platform/heap';
import { armKillPoint } from './platform/kill-points';
import { createLogger, type Logger } from './platform/log';
import { connectPrimary } from './platform/processes/of-primary';
import { startProcesses } from './platform/processes/start-processes';

const STOP_MS_MAX = 10_000;
/** The primary gives up after its processes have: they are ended with it. */
const PRIMARY_MS_MORE = 2_000;

export type RunOptions = {
  /** Overrides the configuration's ROLES, for entry points with fixed roles. */
  readonly roles?: readonly Role[];
  readonly prepare?: (config: Config, log: Logger) => Promise<AppParts>;
  /** Runs before anything is started. */
  readonly beforeStart?: (app: App, config: Config) => Promise<void>;
  readonly afterStart?: (app: App, config: Config) => Promise<void>;
};

/** One clear sentence and exit code 1, for anything that prevents the start. */
function refuse(error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code;
  const message = error instanceof Error ? error.message : String(error);
  const sentence = code === 'EADDRINUSE' ? `The port is taken: ${message}. Set PORT to another one.` : message;
  process.stderr.write(`Stablegate cannot start. ${sentence}\n`);
  process.exit(1);
}

function stopOnSignals(app: Pick<App, 'stop'>, log: Logger, drainMs: number): void {
  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), drainMs + STOP_MS_MAX).unref(); // a hanging peer must not keep us alive
    app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('disconnect', () => stop('the starter is gone')); // only where the parent holds an IPC channel to us
}

/** A process of API_PROCESSES has the roles that its primary gave it. */
const rolesOf = (config: Config, { roles }: RunOptions): readonly Role[] =>
  config.processName === undefined ? (roles ?? config.roles) : config.roles;

function needsProcesses({ apiProcesses }: Config, roles: readonly Role[], { prepare }: RunOptions): boolean {
  if (!cluster.isPrimary || apiProcesses === 1 || !roles.includes('api')) return false;
  if (prepare !== undefined) throw new ConfigError('API_PROCESSES: the sandbox has one process, with its chain and its clock.');
  return true;
}

async function runSeveral(config: Config, roles: readonly Role[], log: Logger): Promise<void> {
  const processes = await startProcesses(config, roles, log);
  stopOnSignals(processes, log, config.drainMs + PRIMARY_MS_MORE);
  await processes.started;
  log.info({ roles, port: config.port, processes: config.apiProcesses }, 'started');
  process.send?.({ ready: true, url: config.publicUrl });
}

/** Shared by all entry points: read the configuration, start the roles, stop cleanly. */
export async function run(options: RunOptions): Promise<void> {
  try {
    collectEarly();
    const config = loadConfig();
    armKillPoint(config.fault);
    const log = createLogger(config.logLevel);
    process.on('unhandledRejection', (error) => {
      // pg-boss records a job's failure without waiting for it; the job is taken over when its lease ends (F6, F7).
      if (isUnavailable(error)) return log.error({ err: error }, 'the database was away');
      log.fatal({ err: error }, 'unhandled rejection');
      process.exit(1);
    });
    const roles = rolesOf(config, options);
    if (needsProcesses(config, roles, options)) return await runSeveral(config, roles, log);
    const primary = config.processName === undefined ? undefined : connectPrimary(config.processName);
    const app = await createApp(config, log, { ...(await options.prepare?.(config, log)), primary });
    stopOnSignals(app, log, config.drainMs);
    await options.beforeStart?.(app, config);
    await app.start(roles);
    await options.afterStart?.(app, config);
    log.info({ roles, port: config.port }, 'started');
    process.send?.({ ready: true, url: config.publicUrl });
  } catch (error) {
    refuse(error);
  }
}
