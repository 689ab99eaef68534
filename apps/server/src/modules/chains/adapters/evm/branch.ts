import type { NetworkSettings } from '../../../../config-networks';
import type { BlockRef } from '../../chains.domain';
import { RpcError } from '../../rpc/rpc-errors';
import type { ChainMemory, ReadCursor } from '../chain-adapter';
import { type CheckedView, type NodeView, readHeaders } from './evm-node';

/** Nodes that agree, and where to reread from when their branch is not the one we recorded. */
export type Branch = { readonly views: readonly NodeView[]; readonly rereadFrom: number | undefined };

/** A branch this many blocks ahead is taken as canonical. Crediting still needs the quorum. */
export const FORK_LEAD = 3;
const CHECKPOINTS_AT_ONCE = 16;
const UNKNOWN_DEPTH = 512;

const headOf = (views: readonly NodeView[]): number => Math.max(-1, ...views.map((view) => view.head.number));

function leaveOut(views: readonly NodeView[], why: string, fault: 'behind' | 'stale' = 'behind'): void {
  for (const { endpoint } of views) endpoint.failed(new RpcError(fault, why));
}

const FUTURE_MS_MAX = 120_000;
const STALE_MS_MIN = 60_000;
const STALE_BLOCKS = 20;

/** Drops nodes whose newest block lies in the future, and nodes too far behind to wait for. */
export function dropStale(views: readonly NodeView[], settings: NetworkSettings, now: number): NodeView[] {
  const fromTheFuture = views.filter((view) => view.head.time.getTime() > now + FUTURE_MS_MAX);
  leaveOut(fromTheFuture, 'its newest block is from the future');
  const sane = views.filter((view) => !fromTheFuture.includes(view));
  if (sane.length === 0) throw new RpcError('behind', 'the newest block is from the future: check the clock');
  const staleMs = Math.max(STALE_MS_MIN, STALE_BLOCKS * settings.blockMs);
  for (const { endpoint, head } of views) endpoint.isStale = head.time.getTime() < now - staleMs;
  const fresh = sane.filter(({ endpoint }) => !endpoint.isStale);
  if (fresh.length === 0) return sane;
  leaveOut(
    sane.filter((view) => !fresh.includes(view)),
    'its newest block is old',
    'stale',
  );
  return fresh;
}

/** With nodes on different branches, the branch that leads clearly wins, otherwise the one that agrees with our checkpoints. */
export async function chooseBranch(views: readonly CheckedView[], cursor: ReadCursor, memory: ChainMemory): Promise<Branch> {
  const { checkpoint } = cursor;
  if (checkpoint === undefined) return { views, rereadFrom: undefined };
  const agreeing = views.filter((view) => view.checkpoint?.hash === checkpoint.hash);
  const others = views.filter((view) => view.checkpoint !== null && view.checkpoint.hash !== checkpoint.hash);
  const behind = views.filter((view) => view.checkpoint === null);
  leaveOut(behind, 'it does not have a block that was read before');
  if (agreeing.length > 0 && headOf(others) < headOf(agreeing) + FORK_LEAD) {
    leaveOut(others, 'it is on another branch');
    return { views: agreeing, rereadFrom: undefined };
  }
  const [leader] = [...others].sort((a, b) => b.head.number - a.head.number);
  if (leader === undefined) throw new RpcError('behind', `no node has block ${checkpoint.number}, which was read before`);
  leaveOut(agreeing, 'it stayed on a branch that was left');
  const together = others.filter((view) => view.checkpoint?.hash === leader.checkpoint?.hash);
  return { views: together, rereadFrom: await findFork(leader, checkpoint.number, memory) };
}

/**
 * Whether the head alone, at no extra request, contradicts the checkpoint: it is below it, at it with another hash, or right above it with
 * another parent. Otherwise the range itself has to prove that it descends from the checkpoint.
 */
export function contradicts({ head }: NodeView, checkpoint: BlockRef): boolean {
  if (head.number < checkpoint.number) return true;
  if (head.number === checkpoint.number) return head.hash !== checkpoint.hash;
  return head.number === checkpoint.number + 1 && head.parentHash !== checkpoint.hash;
}

/** The block after the newest checkpoint that the node still has. */
async function findFork(view: NodeView, below: number, memory: ChainMemory): Promise<number> {
  let limit = below;
  for (;;) {
    const known = await memory.olderCheckpoints(limit, CHECKPOINTS_AT_ONCE);
    const oldest = known.at(-1);
    // Deeper than the kept checkpoints, or none was kept: three times the deepest reorganisation known.
    if (oldest === undefined) return Math.max(0, limit - UNKNOWN_DEPTH);
    const headers = await readHeaders(
      view.endpoint,
      known.map((block) => block.number),
    );
    const common = known.find((block, index) => headers[index]?.hash === block.hash);
    if (common !== undefined) return common.number + 1;
    limit = oldest.number;
  }
}
