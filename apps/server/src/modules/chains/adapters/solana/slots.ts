import type { NetworkSettings } from '../../../../config-networks';
import { usualFinalityMs } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import { askAll } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import { readSlots, readTime, type SlotView } from './solana-node';

/** A minute: a node lagging further behind another one is skipped until it has caught up. */
const LAG_SLOTS_MAX = 150;
/** A newest slot that is older by this machine's clock says nothing of the present. */
const STALE_MS = 60_000;
/** Beyond the usual time a final slot is missing, whatever the node calls final. */
const FINAL_LATE_MS = 60_000;

/** The chain's state according to the nodes of this round. */
export type ChainView = {
  readonly nodes: readonly SlotView[];
  /** The newest slot of any node. */
  readonly head: number;
  /** The newest slot that all nodes have, and its time. */
  readonly common: number;
  readonly commonTime: Date;
  /** Final on all nodes; -1 where one of them does not say, unless it has not for a while. */
  readonly final: number;
  readonly takenAt: number;
};

/** A head that stands still and a final slot that is missing are noted with the node. */
function judge({ endpoint, head, final }: SlotView, settings: NetworkSettings, newestAt: number, now: number): void {
  endpoint.isStale = newestAt < now - STALE_MS;
  endpoint.gave('finality', final >= 0 && (head - final) * settings.blockMs <= usualFinalityMs(settings) + FINAL_LATE_MS);
}

export async function readView(panel: readonly Endpoint[], settings: NetworkSettings, now: number): Promise<ChainView> {
  const all = (await askAll(panel, (endpoint) => readSlots(endpoint, settings.minDepth))).map(({ value }) => value);
  const head = Math.max(...all.map((view) => view.head));
  const nodes = all.filter((view) => view.head + LAG_SLOTS_MAX >= head);
  for (const { endpoint } of all.filter((view) => !nodes.includes(view)))
    endpoint.failed(new RpcError('stale', `it is more than ${LAG_SLOTS_MAX} slots behind another node`));
  const slowest = nodes.reduce((a, b) => (b.head < a.head ? b : a));
  const [time] = await askAll([slowest.endpoint], () => readTime(slowest));
  if (time === undefined) throw new RpcError('unreachable', 'no node is configured');
  for (const node of nodes) {
    node.endpoint.succeeded();
    judge(node, settings, time.value.getTime() + (node.head - slowest.head) * settings.blockMs, now);
  }
  const usable = nodes.filter(({ endpoint }) => !endpoint.isOutOfOrder(Date.now()));
  return {
    nodes,
    head,
    common: slowest.head,
    commonTime: time.value,
    final: Math.min(...(usable.length > 0 ? usable : nodes).map((view) => view.final)),
    takenAt: performance.now(),
  };
}
