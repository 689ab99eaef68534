import type { Network } from '@stablegate/contract';
import type { RpcProxy } from '../../../apps/server/test/parts/rpc-proxy';
import type { Breaker } from '../chains';

/** One node as the watchers see it; the first of a pair may also omit things, the second stays honest. */
export type ProxiedNode = { readonly network: Network; readonly proxy: RpcProxy; readonly mayLeaveOut: boolean };

const healProxy = (proxy: RpcProxy) => () => void Object.assign(proxy, { http: undefined, meddle: undefined });
const numberOf = (value: unknown): number => Number.parseInt(String(value), 16);

export function realBreakers(nodes: readonly ProxiedNode[]): Breaker[] {
  const liars = nodes.filter(({ mayLeaveOut }) => mayLeaveOut);
  const answersStatus: Breaker = (chance) => {
    const { network, proxy } = chance.pick(nodes);
    const status = chance.pick([429, 403, 500, 502]);
    proxy.http = (_request, response) => Boolean(response.writeHead(status, { 'retry-after': '1' }).end());
    return { name: `${network} node answers ${status}`, heal: healProxy(proxy) };
  };
  const hangs: Breaker = (chance) => {
    const { network, proxy } = chance.pick(nodes);
    proxy.http = () => true;
    return { name: `${network} node hangs`, heal: healProxy(proxy) };
  };
  const garbles: Breaker = (chance) => {
    const { network, proxy } = chance.pick(nodes);
    proxy.http = (_request, response) => Boolean(response.end('<html>'));
    return { name: `${network} node answers garbage`, heal: healProxy(proxy) };
  };
  const leavesOut: Breaker = (chance) => {
    const { network, proxy } = chance.pick(liars);
    proxy.meddle = async (call, forward) => {
      if (call.method !== 'eth_getLogs') return undefined;
      // Not seeded: calls come in varying order, and would shift every later choice.
      return ((await forward()) as unknown[]).filter(() => Math.random() < 0.5);
    };
    return { name: `${network} node leaves out logs`, heal: healProxy(proxy) };
  };
  const lags: Breaker = (chance) => {
    const { network, proxy } = chance.pick(liars);
    const blocks = chance.whole(2, 10);
    proxy.meddle = async (call, forward) => {
      if (call.method !== 'eth_getBlockByNumber' || call.params[0] !== 'latest') return undefined;
      const head = numberOf(((await forward()) as { number: string }).number);
      return forward({ ...call, params: [`0x${Math.max(1, head - blocks).toString(16)}`, false] });
    };
    return { name: `${network} node is ${blocks} blocks behind`, heal: healProxy(proxy) };
  };
  return [answersStatus, answersStatus, hangs, garbles, leavesOut, lags];
}
