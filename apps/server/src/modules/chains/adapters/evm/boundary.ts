import type { BlockRef } from '../../chains.domain';
import type { Answered } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import { FORK_LEAD } from './branch';
import type { NodeView, RangeAnswer } from './evm-node';

/** Nodes are on different branches at the tip and none leads clearly, or a reorganisation is under way. */
export class NodesDisagree extends Error {
  override readonly name = 'NodesDisagree';
}

/** The block to fetch to prove that a range descends from the checkpoint; undefined when the range's last block proves it by itself. */
export const linkNumberOf = (to: number, checkpoint: BlockRef): number | undefined =>
  to === checkpoint.number || to === checkpoint.number + 1 ? undefined : checkpoint.number;

/**
 * The range must descend from the checkpoint: a hash covers all blocks before it. One node's answer is enough, since all of them ended the
 * range with the same block.
 */
export function requireLink({ boundary, link }: RangeAnswer, checkpoint: BlockRef): void {
  const hash = link === undefined ? (boundary.number === checkpoint.number ? boundary.hash : boundary.parentHash) : link?.hash;
  if (hash !== checkpoint.hash) throw new NodesDisagree(`block ${checkpoint.number} is not the one that was read`);
}

/** The newest block was fetched before the logs; if it is the range's last block or its child, it must name the same hash. */
function requireUnchanged({ head }: NodeView, { boundary }: RangeAnswer): void {
  const before = head.number === boundary.number ? head.hash : head.number === boundary.number + 1 ? head.parentHash : boundary.hash;
  if (before !== boundary.hash) throw new NodesDisagree(`block ${boundary.number} changed while it was read`);
}

/** All nodes must end the range with the same block; of two branches the one that leads clearly wins. */
export function sameBoundary(answers: readonly Answered<RangeAnswer>[], views: readonly NodeView[]): Answered<RangeAnswer>[] {
  const viewOf = new Map(views.map((view) => [view.endpoint, view]));
  const [reference] = answers;
  if (reference === undefined) throw new NodesDisagree('no node has answered');
  const { boundary } = reference.value;
  const agreeing = answers.filter(({ value }) => value.boundary.hash === boundary.hash);
  const others = answers.filter(({ value }) => value.boundary.hash !== boundary.hash);
  const headOf = (group: readonly Answered<RangeAnswer>[]) =>
    Math.max(-1, ...group.map(({ endpoint }) => viewOf.get(endpoint)?.head.number ?? -1));
  if (others.length > 0 && headOf(agreeing) < headOf(others) + FORK_LEAD)
    throw new NodesDisagree(`nodes disagree about block ${boundary.number}`);
  for (const { endpoint } of others) endpoint.failed(new RpcError('behind', 'it is on another branch'));
  for (const { endpoint, value } of agreeing) {
    const view = viewOf.get(endpoint);
    if (view !== undefined) requireUnchanged(view, value);
  }
  return agreeing;
}
