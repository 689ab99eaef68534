import type { Network } from '@stablegate/contract';
import type { NetworkSettings } from '../../apps/server/src/config';
import { startTestApp, type TestApp } from '../../apps/server/test/app';
import { startTestChain, type TestChain } from '../../apps/server/test/chain';
import { type Receiver, startReceiver } from '../../apps/server/test/receiver';
import { type RpcProxy, startRpcProxy } from '../../apps/server/test/rpc-proxy';
import type { ServerProcess } from '../../apps/server/test/server-process';
import { openShop, type Shop } from '../../apps/server/test/shop';
import { startRoleProcess } from '../../apps/server/test/watcher-process';

/** Blocks on top that make a transfer final; reorganisations up to one less are ordinary. */
export const FINAL_DEPTH = 4;
export const START_BALANCE = 10_000_000_000n;
export const NETWORKS = ['BEP20', 'ERC20', 'TRON', 'SOLANA'] as const satisfies readonly Network[];
const BLOCK_MS = 400;

/** One node as the watchers see it; the first of a pair may also leave things out, the second stays honest. */
export type Node = { readonly network: Network; readonly proxy: RpcProxy; readonly mayLeaveOut: boolean };
export type Crew = {
  /** Undefined while it is dead. */
  members(): readonly ServerProcess[];
  kill(index: number): Promise<void>;
  pause(index: number): void;
  resume(index: number): void;
  /** Everybody who is not there comes back; with `fresh` also the others are replaced. */
  restore(fresh: boolean): Promise<void>;
};
export type World = {
  readonly app: TestApp;
  readonly chain: TestChain;
  readonly shops: readonly Shop[];
  readonly nodes: readonly Node[];
  readonly receiver: Receiver;
  /** What the merchants' server answers now. */
  readonly merchant: { status: number };
  readonly crew: Crew;
  stopBlocks(): Promise<void>;
};

const path = (network: Network): string => (network === 'TRON' ? '/jsonrpc' : network === 'SOLANA' ? '/solana' : '/');

async function startNodes(chain: TestChain): Promise<Node[]> {
  const nodes: Node[] = [];
  for (const network of NETWORKS) {
    const count = network === 'BEP20' || network === 'ERC20' ? 2 : 1;
    for (let index = 0; index < count; index += 1) {
      const proxy = await startRpcProxy(new URL(path(network), chain.url).href);
      nodes.push({ network, proxy, mayLeaveOut: index === 0 && network !== 'SOLANA' });
    }
  }
  return nodes;
}

function settingsOf(chain: TestChain, nodes: readonly Node[], startBlock: number): NetworkSettings[] {
  return NETWORKS.map((network) =>
    chain.settings(network, {
      endpoints: nodes.filter((node) => node.network === network).map(({ proxy }) => ({ url: proxy.url })),
      quorum: 2,
      blockMs: BLOCK_MS,
      pollMs: 150,
      startBlock,
      ...(network === 'BEP20' || network === 'ERC20' ? { finality: { depth: FINAL_DEPTH } } : {}),
    }),
  );
}

function createCrew(size: number, start: () => Promise<ServerProcess>): Crew {
  const members: (ServerProcess | undefined)[] = Array.from({ length: size });
  const paused = new Set<number>();
  const kill = async (index: number): Promise<void> => {
    const member = members[index];
    members[index] = undefined;
    paused.delete(index);
    await member?.kill();
  };
  /** As a deployment does: its networks are free at once. */
  const stop = async (index: number): Promise<void> => {
    const member = members[index];
    members[index] = undefined;
    member?.signal('SIGTERM');
    await member?.ended;
  };
  const resume = (index: number): void => {
    if (paused.delete(index)) members[index]?.signal('SIGCONT');
  };
  return {
    members: () => members.filter((member): member is ServerProcess => member !== undefined),
    kill,
    pause: (index) => {
      if (members[index] === undefined || paused.has(index)) return;
      paused.add(index);
      members[index]?.signal('SIGSTOP');
    },
    resume,
    restore: async (fresh) => {
      for (const index of members.keys()) {
        resume(index);
        if (fresh) await stop(index);
        members[index] ??= await start();
      }
    },
  };
}

/** The whole system on one machine: the api in this process, workers and watchers as processes of their own, every node behind a proxy. */
export async function createWorld(processes: number): Promise<World> {
  const chain = await startTestChain();
  const nodes = await startNodes(chain);
  const { head } = await chain.call<{ head: { number: number } }>('sandbox_info');
  const networks = settingsOf(chain, nodes, head.number + 1);
  const app = await startTestApp({ networks });
  const merchant = { status: 200 };
  const receiver = await startReceiver((response) => void response.writeHead(merchant.status).end('ok'));
  const shops: Shop[] = [];
  for (let count = 0; count < 3; count += 1) shops.push(await openShop(app, ['BEP20', 'TRON', 'SOLANA'], START_BALANCE));
  let running = true;
  const blocks = (async () => {
    while (running) {
      await chain.mine();
      await new Promise((resolve) => setTimeout(resolve, BLOCK_MS));
    }
  })();
  const crew = createCrew(processes, () => startRoleProcess({ app, networks, roles: 'worker,watcher' }));
  await crew.restore(false);
  return {
    app,
    chain,
    shops,
    nodes,
    receiver,
    merchant,
    crew,
    stopBlocks: async () => {
      running = false;
      await blocks;
    },
  };
}
