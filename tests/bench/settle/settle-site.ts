import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_BASE } from '@stablegate/contract';
import { type App, createApp } from '../../../apps/server/src/app';
import { loadConfig } from '../../../apps/server/src/config';
import { FRESH_MAX } from '../../../apps/server/src/modules/chains/watch/record';
import { createLogger } from '../../../apps/server/src/platform/log';
import { arriveTogether, finalise } from '../../../apps/server/test/arrivals';
import { type BenchStore, NETWORKS, openStores } from '../invoice-site';

const STORES = 20;
const AT_ONCE = 8;
const DESCRIPTION =
  '2 × Ethiopia Guji, washed, 1 kg, whole beans; 1 × hand grinder with spare burr; gift wrap with a card for Linh; deliver to the side entrance after 18:00, please ring twice, second floor on the left';

export type Payment = { readonly to: string; readonly micros: bigint };
export type Arrived = Awaited<ReturnType<typeof arriveTogether>>;
export type SettleSite = {
  readonly app: App;
  readonly stores: readonly BenchStore[];
  /** By the merchant API, as a shop would, each with a description of 200 characters and a callback; what has to be paid for each. */
  create(count: number): Promise<Payment[]>;
  /** As many per transaction as the watcher takes. */
  see(payments: readonly Payment[]): Promise<Arrived>;
  finalise(transfers: Arrived): Promise<void>;
  close(): Promise<void>;
};

const inChunks = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / FRESH_MAX) }, (_, chunk) => all.slice(chunk * FRESH_MAX, (chunk + 1) * FRESH_MAX));

/** The application in this process, on a database with some stores. */
export async function openSettleSite(url: string): Promise<SettleSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-bench-settle-'));
  const stores = await openStores(url, dataDir, STORES);
  const env = { STABLEGATE_MODE: 'sandbox', DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0' };
  const app = await createApp(loadConfig({ ...env, RATE_LIMIT_SCALE: '1000000', ...NETWORKS }), createLogger('silent'));
  let orders = 0;
  const createOne = async (): Promise<Payment> => {
    orders += 1;
    const { apiKey, address } = stores[orders % stores.length] as BenchStore;
    const payload = {
      name: `Order #${10_000_000 + orders}`,
      description: DESCRIPTION,
      amount: String(10 + (orders % 400)),
      request_id: `order-${orders}`,
      callback_url: `https://shop-${orders % 7}.example/stablegate/callback`,
      success_url: `https://shop.example/orders/${orders}/thanks`,
    };
    const url = `${API_BASE}/payment/invoice`;
    const made = await app.server.inject({ method: 'POST', url, headers: { 'x-api-key': apiKey }, payload });
    if (made.statusCode !== 201) throw new Error(`creation: ${made.body}`);
    return { to: address, micros: BigInt(made.json<{ data: { payable: string } }>().data.payable.replace('.', '')) };
  };
  return {
    app,
    stores,
    create: async (count) => {
      const payments: Payment[] = [];
      let left = count;
      const some = async () => {
        for (; left > 0; payments.push(await createOne())) left -= 1;
      };
      await Promise.all(Array.from({ length: AT_ONCE }, some));
      return payments;
    },
    see: async (payments) => {
      const transfers: Arrived = [];
      for (const chunk of inChunks(payments)) transfers.push(...(await arriveTogether(app, chunk)));
      return transfers;
    },
    finalise: async (transfers) => {
      for (const chunk of inChunks(transfers)) await finalise(app, chunk);
    },
    close: async () => {
      await app.platform.db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
