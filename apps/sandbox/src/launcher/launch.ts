import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster } from '../postgres/cluster';
import { ensureDatabase } from '../postgres/ensure-database';
import { startChild } from './child';
import { checkDataDir, emptyData, takeLock } from './preflight';
import { type Settings, StartError } from './settings';
import { findTakenPort } from './taken-port.mjs';

export type Sandbox = {
  readonly url: string;
  /** For development: replaces the gateway by the fresh build; database and chain stay. */
  restartGateway(): Promise<void>;
  stop(): Promise<void>;
};
export type LaunchOptions = {
  readonly settings: Settings;
  /** Folder of the built entry points. */
  readonly distDir: string;
  readonly say: (line: string) => void;
  readonly onFailure: (reason: string) => void;
};

const DATABASE = 'stablegate';
const BLOCK_MS = 1_000;

/** Everything on one machine, started bottom-up and stopped top-down. */
export async function launch({ settings, distDir, say, onFailure }: LaunchOptions): Promise<Sandbox> {
  const { dataDir, port } = settings;
  checkDataDir(dataDir);
  const unlock = takeLock(dataDir);
  const stops: (() => Promise<void>)[] = [async () => unlock()];
  const stop = async () => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  try {
    const taken = await findTakenPort(port);
    if (taken !== undefined) throw new StartError(taken);
    if (settings.fresh) await emptyData(settings);
    say('Starting PostgreSQL and the test chain …');
    // Side by side: neither needs the other, and each takes about a second.
    const chainStart = startChild({
      name: 'The test chain',
      script: join(distDir, 'main-chain.js'),
      args: ['--port', '0', '--dir', join(dataDir, 'chain'), '--blocks-every-ms', String(BLOCK_MS)],
      env: settings.environment,
      logFile: join(dataDir, 'logs/chain.log'),
      onExit: onFailure,
    });
    const chainStarted = chainStart.catch(() => undefined); // a failure is thrown below, and has nothing to stop
    stops.push(async () => (await chainStarted)?.stop());
    const cluster = await startCluster({ dir: dataDir, onExit: onFailure });
    stops.push(cluster.stop);
    const databaseUrl = cluster.url(DATABASE);
    await ensureDatabase(cluster.url('postgres'), DATABASE);
    const chain = await chainStart;

    say('Starting the gateway …');
    const startGateway = () =>
      startChild({
        name: 'The gateway',
        script: join(distDir, 'main-server.js'),
        env: {
          ...settings.environment,
          STABLEGATE_MODE: 'sandbox',
          PORT: String(port),
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          SANDBOX_CHAIN_URL: String(chain.ready.url),
          SANDBOX_POSTGRES_PID: String(cluster.pid),
        },
        logFile: join(dataDir, 'logs/server.log'),
        onExit: onFailure,
      });
    let gateway = await startGateway();
    stops.push(() => gateway.stop());
    // For the operators' commands, which need this database.
    writeFileSync(join(dataDir, 'sandbox.json'), JSON.stringify({ databaseUrl, chainUrl: chain.ready.url }), { mode: 0o600 });
    const restartGateway = async () => {
      await gateway.stop();
      gateway = await startGateway();
    };
    return { url: `http://localhost:${port}`, restartGateway, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
