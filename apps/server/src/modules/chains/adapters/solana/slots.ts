import type { Endpoint } from '../../rpc/endpoint';
import { askAll } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import { readSlots, readTime, type SlotView } from './solana-node';

/** A minute: a node lagging further behind another one is skipped until it has caught up. */
const LAG_SLOTS_MAX = 150;

/** The chain's state according to the nodes of this round. */
export type ChainView = {
  readonly nodes: readonly SlotView[];
  /** The newest slot of any node. */
  readonly head: number;
  /** The newest slot that all nodes have, and its time. */
  readonly common: number;
  readonly commonTime: Date;
  /** Final on all nodes; -1 where one of them does not say. */
  readonly final: number;
  readonly takenAt: number;
};

export async function readView(panel: readonly Endpoint[], minDepth: number): Promise<ChainView> {
  const all = (await askAll(panel, (endpoint) => readSlots(endpoint, minDepth))).map(({ value }) => value);
  const head = Math.max(...all.map((view) => view.head));
  const nodes = all.filter((view) => view.head + LAG_SLOTS_MAX >= head);
  for (const { endpoint } of all.filter((view) => !nodes.includes(view)))
    endpoint.failed(new RpcError('behind', `it is more than ${LAG_SLOTS_MAX} slots behind another node`));
  const slowest = nodes.reduce((a, b) => (b.head < a.head ? b : a));
  const [time] = await askAll([slowest.endpoint], () => readTime(slowest));
  if (time === undefined) throw new RpcError('unreachable', 'no node is configured');
  for (const { endpoint } of nodes) endpoint.succeeded();
  return {
    nodes,
    head,
    common: slowest.head,
    commonTime: time.value,
    final: Math.min(...nodes.map((view) => view.final)),
    takenAt: performance.now(),
  };
}
