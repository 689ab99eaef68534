import type { Chance } from '../../apps/server/test/seeded';
import type { World } from './world';

/** Something that is wrong for a while; `heal` puts it right again. */
export type Fault = { readonly name: string; readonly until: number; heal(): Promise<void> };
type Breaker = (world: World, chance: Chance) => { readonly name: string; heal(): Promise<void> };

const healProxy = (proxy: World['nodes'][number]['proxy']) => async () => void Object.assign(proxy, { http: undefined, meddle: undefined });
const numberOf = (value: unknown): number => Number.parseInt(String(value), 16);

const nodeDown: Breaker = ({ nodes }, chance) => {
  const { network, proxy } = chance.pick(nodes);
  const status = chance.pick([429, 403, 500, 502]);
  proxy.http = (_request, response) => Boolean(response.writeHead(status, { 'retry-after': '1' }).end());
  return { name: `${network} node answers ${status}`, heal: healProxy(proxy) };
};

const nodeHangs: Breaker = ({ nodes }, chance) => {
  const { network, proxy } = chance.pick(nodes);
  proxy.http = () => true;
  return { name: `${network} node hangs`, heal: healProxy(proxy) };
};

const nodeGarbles: Breaker = ({ nodes }, chance) => {
  const { network, proxy } = chance.pick(nodes);
  proxy.http = (_request, response) => Boolean(response.end('<html>'));
  return { name: `${network} node answers garbage`, heal: healProxy(proxy) };
};

const nodeLeavesOut: Breaker = ({ nodes }, chance) => {
  const { network, proxy } = chance.pick(nodes.filter(({ mayLeaveOut }) => mayLeaveOut));
  proxy.meddle = async (call, forward) => {
    if (call.method !== 'eth_getLogs') return undefined;
    // Not of the seed: calls come in an order of their own, and would shift every later choice.
    return ((await forward()) as unknown[]).filter(() => Math.random() < 0.5);
  };
  return { name: `${network} node leaves out logs`, heal: healProxy(proxy) };
};

const nodeLags: Breaker = ({ nodes }, chance) => {
  const { network, proxy } = chance.pick(nodes.filter(({ mayLeaveOut }) => mayLeaveOut));
  const blocks = chance.whole(2, 10);
  proxy.meddle = async (call, forward) => {
    if (call.method !== 'eth_getBlockByNumber' || call.params[0] !== 'latest') return undefined;
    const head = numberOf(((await forward()) as { number: string }).number);
    return forward({ ...call, params: [`0x${Math.max(1, head - blocks).toString(16)}`, false] });
  };
  return { name: `${network} node is ${blocks} blocks behind`, heal: healProxy(proxy) };
};

const processKilled: Breaker = ({ crew }, chance) => {
  const index = chance.whole(0, Math.max(0, crew.members().length - 1));
  const gone = crew.kill(index);
  return {
    name: `process ${index} killed`,
    heal: async () => {
      await gone;
      await crew.restore(false);
    },
  };
};

const processPaused: Breaker = ({ crew }, chance) => {
  const index = chance.whole(0, Math.max(0, crew.members().length - 1));
  crew.pause(index);
  return { name: `process ${index} stands still`, heal: async () => crew.resume(index) };
};

const merchantDown: Breaker = ({ merchant }, chance) => {
  merchant.status = chance.pick([500, 503, 404]);
  return {
    name: `merchant answers ${merchant.status}`,
    heal: async () => {
      merchant.status = 200;
    },
  };
};

const BREAKERS: readonly Breaker[] = [
  nodeDown,
  nodeDown,
  nodeHangs,
  nodeGarbles,
  nodeLeavesOut,
  nodeLags,
  processKilled,
  processKilled,
  processPaused,
  merchantDown,
];

export const breakSomething = (world: World, chance: Chance, msMax: number): Fault => ({
  ...chance.pick(BREAKERS)(world, chance),
  until: Date.now() + chance.whole(1_000, msMax),
});
