import type { Network } from '@stablegate/contract';
import { parseAddress } from '../../apps/server/src/modules/chains/addresses/addresses';
import { startTestApp, type TestApp } from '../../apps/server/test/app';
import { type Receiver, startReceiver } from '../../apps/server/test/parts/receiver';
import type { ServerProcess } from '../../apps/server/test/processes/server-process';
import { type ProcessOptions, startRoleProcess } from '../../apps/server/test/processes/watcher-process';
import { openShop, type Shop } from '../../apps/server/test/shop';
import type { Chains } from './chains';
import { type Crew, createCrew } from './crew';

export const START_BALANCE = 10_000_000_000n;

export type World = {
  readonly app: TestApp;
  readonly chains: Chains;
  readonly shops: readonly Shop[];
  readonly receiver: Receiver;
  /** The merchant server's present response. */
  readonly merchant: { status: number };
  readonly crew: Crew;
  stopBlocks(): Promise<void>;
};

/** A shop's address on a network; one serves all EVM networks. */
export const addressOf = (shop: Shop, network: Network): string =>
  (network === 'TRON' || network === 'SOLANA' ? shop.addresses[network] : shop.addresses.BEP20) ?? '';
export const keysOf =
  (shops: readonly Shop[]) =>
  (network: Network): string[] =>
    shops.map((shop) => parseAddress(network, addressOf(shop, network))?.key ?? '');

export type StartMember = (place: Pick<ProcessOptions, 'app' | 'networks'>, index: number) => Promise<ServerProcess>;
const startBoth: StartMember = (place) => startRoleProcess({ ...place, roles: 'worker,watcher' });

/** The whole system on one machine: the api in this process, workers and watchers in separate processes. */
export async function createWorld(processes: number, chains: Chains, start: StartMember = startBoth): Promise<World> {
  const networks = chains.settings;
  const app = await startTestApp({ networks });
  const merchant = { status: 200 };
  const receiver = await startReceiver((response) => void response.writeHead(merchant.status).end('ok'));
  const shops: Shop[] = [];
  for (let count = 0; count < 3; count += 1) shops.push(await openShop(app, ['BEP20', 'TRON', 'SOLANA'], START_BALANCE));
  let running = true;
  const blocks = (async () => {
    while (running) {
      await chains.mine();
      await new Promise((resolve) => setTimeout(resolve, chains.blockMs));
    }
  })();
  const crew = createCrew(processes, (index) => start({ app, networks }, index));
  await crew.restore(false);
  return {
    app,
    chains,
    shops,
    receiver,
    merchant,
    crew,
    stopBlocks: async () => {
      running = false;
      await blocks;
    },
  };
}
