import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_BASE, defineRoute, messageReply } from '@stablegate/contract';
import { createApp, type Extension } from '../../apps/server/src/app';
import { loadConfig } from '../../apps/server/src/config';
import { createLogger } from '../../apps/server/src/platform/log';
import type { Bench } from './frame/bench';
import { withBenchCluster } from './frame/cluster';
import { interleave, median, spreadOf } from './frame/statistics';

/** B6: what authenticating an API key adds to a call: the same empty route, with it and without. */
const ADDED_US_MAX = 50;
const CALLS = 2_000;

const probe = (access: 'public' | 'api-key') =>
  defineRoute({ method: 'GET', path: `/probe/${access}`, summary: 'probe', tag: 'Sandbox', access, reply: { 200: messageReply } });
const probes: Extension = (route) => {
  for (const access of ['public', 'api-key'] as const) route(probe(access), async () => ({ message: 'here' }));
};

export const bench: Bench = {
  ids: ['B6'],
  run: (context) =>
    withBenchCluster(async (cluster) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-app-'));
      const url = await cluster.createDatabase('api_key');
      const env = {
        STABLEGATE_MODE: 'sandbox',
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
        PORT: '0',
        RATE_LIMIT_SCALE: '1000000',
      };
      const app = await createApp(loadConfig(env), createLogger('silent'), { extend: probes });
      const { apiKey } = await app.services.stores.create(null, { name: 'Bench' });
      const call = async (access: string): Promise<number> => {
        const startedAt = performance.now();
        for (let n = 0; n < CALLS; n += 1) {
          await app.server.inject({ method: 'GET', url: `${API_BASE}/probe/${access}`, headers: { 'x-api-key': apiKey } });
        }
        return ((performance.now() - startedAt) / CALLS) * 1_000;
      };
      await call('public');
      await call('api-key');
      const figures = await interleave(
        ['api-key', 'public'].map((name) => ({ name, round: () => call(name) })),
        context.pick({ quick: 7, default: 15, full: 15 }),
      );
      await app.platform.db.close();
      rmSync(dataDir, { recursive: true, force: true });
      const [ours, other] = [figures.get('api-key') ?? [], figures.get('public') ?? []];
      const added = median(ours) - median(other);
      return [
        {
          id: 'B6',
          name: `a call with an API key; it adds ${added.toFixed(1)} µs`,
          unit: 'µs',
          ours: median(ours),
          other: median(other),
          otherName: 'the same without',
          ratio: median(ours) / median(other),
          target: `at most ${ADDED_US_MAX} µs more`,
          passes: added <= ADDED_US_MAX,
          spread: { ours: spreadOf(ours), other: spreadOf(other) },
        },
      ];
    }),
};
