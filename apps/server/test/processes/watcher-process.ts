import { join } from 'node:path';
import type { Network } from '@stablegate/contract';
import { sql } from 'kysely';
import { findFreePort } from '../../../sandbox/src/postgres/free-port';
import type { NetworkSettings } from '../../src/config';
import type { TestApp } from '../app';
import type { TestChain } from '../parts/chain';
import { type ServerProcess, startServerProcess } from './server-process';

/** A network's settings as environment variables of a real process. */
function networkEnv({ network, ...settings }: NetworkSettings): Record<string, string> {
  const value = 'tag' in settings.finality ? settings.finality.tag : String(settings.finality.depth);
  return {
    [`${network}_RPC_URLS`]: settings.endpoints.map(({ url }) => url).join(','),
    ...(settings.chainId === undefined ? {} : { [`${network}_CHAIN_ID`]: String(settings.chainId) }),
    [`${network}_CONTRACT`]: settings.contract,
    [`${network}_DECIMALS`]: String(settings.decimals),
    [`${network}_FINALITY`]: value,
    [`${network}_MIN_DEPTH`]: String(settings.minDepth),
    [`${network}_BLOCK_MS`]: String(settings.blockMs),
    [`${network}_POLL_MS`]: String(settings.pollMs),
    [`${network}_IDLE_POLL_MS`]: String(settings.idlePollMs),
    [`${network}_RATE`]: String(settings.ratePerSecond),
    [`${network}_QUORUM`]: String(settings.quorum),
    [`${network}_SOLO_PROOF`]: settings.soloProof,
    ...(settings.startBlock === undefined ? {} : { [`${network}_START_BLOCK`]: String(settings.startBlock) }),
  };
}

export type ProcessOptions = {
  readonly app: TestApp;
  readonly networks: readonly NetworkSettings[];
  readonly roles?: string;
  /** <kill point>:<n> */
  readonly fault?: string;
  readonly clockSkewMs?: number;
  /** What SIGUSR2 does to it. */
  readonly strain?: 'memory' | 'loop';
  /** An open file for its log. */
  readonly stdout?: number;
  /** Takes precedence over all of the above. */
  readonly env?: Readonly<Record<string, string>>;
};

/** Another process of the same system, on the test app's database and with its key. */
export async function startRoleProcess(options: ProcessOptions): Promise<ServerProcess> {
  const { app, networks, roles = 'watcher', fault, clockSkewMs, strain, env: more = {} } = options;
  const skew = {
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'skewed-clock.mjs')}`,
    CLOCK_SKEW_MS: String(clockSkewMs),
    LOG_LEVEL: 'warn', // it should warn
  };
  const strained = {
    NODE_OPTIONS: `--max-old-space-size=256 --import ${join(import.meta.dirname, 'strained.mjs')}`,
    STRAIN: strain ?? '',
  };
  const env = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
    PORT: roles.includes('api') ? String(await findFreePort()) : '0',
    HEALTH_PORT: '0', // any free one
    ROLES: roles,
    ...Object.assign({}, ...networks.map(networkEnv)),
    ...(fault === undefined ? {} : { FAULT: fault }),
    ...(clockSkewMs === undefined ? {} : skew),
    ...(strain === undefined ? {} : strained),
    ...more,
  };
  return startServerProcess(env, 'main-all', options.stdout);
}

/** Settings for the test's chain, read from the present block on. */
export async function fromHere(chain: TestChain, network: Network, changes: Partial<NetworkSettings> = {}): Promise<NetworkSettings> {
  const { head } = await chain.call<{ head: { number: number } }>('sandbox_info');
  return chain.settings(network, { startBlock: head.number + 1, ...changes });
}

/** A dead or paused holder loses its networks after 15 seconds; the test does not wait that long. */
export const letLeasesRunOut = (app: TestApp) =>
  sql`update chain_cursors set lease_until = now() - interval '1 second' where lease_until is not null`.execute(app.platform.db.query);

export const holderOf = async (app: TestApp, network: Network): Promise<{ holder: string | null; epoch: bigint } | undefined> =>
  (
    await sql<{ holder: string | null; epoch: bigint }>`select holder, epoch from chain_cursors where network = ${network}`.execute(
      app.platform.db.query,
    )
  ).rows[0];
