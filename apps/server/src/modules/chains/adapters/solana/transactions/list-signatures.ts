import type { Endpoint } from '../../../rpc/endpoint';
import { RpcError } from '../../../rpc/rpc-errors';
import { batchOf } from '../solana-node';
import { decodeSignatures, type SignatureInfo } from '../solana-wire';

const PAGE = 1_000;
/** Pages per account and poll; the rest is listed in the next polls. */
const PAGES_MAX = 10;

/** How far back an account is listed: to its anchor or, before it has one, to the start of watching. */
export type ListRequest = {
  readonly tokenAccount: string;
  readonly anchorSlot: number | null;
  readonly anchorSignature: string | null;
  readonly since: Date;
  /** Where an earlier, too long list continues. */
  readonly resumeBefore: string | null;
};
export type NodeList = {
  /** Newest first; may include older ones than requested. */
  readonly entries: readonly SignatureInfo[];
  /** Where the list has to continue; null when it is complete. */
  readonly resumeBefore: string | null;
};

/** At or below the point from which everything is known. */
export const isBeyond = ({ anchorSlot, since }: ListRequest, { slot, blockTime }: SignatureInfo): boolean =>
  anchorSlot === null ? blockTime != null && blockTime * 1000 < since.getTime() : slot < anchorSlot;

/**
 * A node that does not know `until` lists the whole history (solana#24620), so the anchor's slot ends the list too. A resumed list ends
 * only at known signatures: a node that does not know `before` returns nothing.
 */
function paramsOf(request: ListRequest, before: string | null, minContextSlot: number): unknown[] {
  const until = request.resumeBefore === null && request.anchorSignature !== null ? { until: request.anchorSignature } : {};
  return [request.tokenAccount, { commitment: 'confirmed', limit: PAGE, minContextSlot, ...until, ...(before === null ? {} : { before }) }];
}

async function listFurther(endpoint: Endpoint, request: ListRequest, first: SignatureInfo[], minContextSlot: number): Promise<NodeList> {
  const entries = [...first];
  let page = first;
  if (request.resumeBefore !== null && page.length === 0) throw new RpcError('partial', 'nothing is listed before a known signature');
  for (let pages = 1; page.length >= PAGE; pages += 1) {
    const oldest = page.at(-1);
    if (oldest === undefined || isBeyond(request, oldest)) break;
    if (pages >= PAGES_MAX) return { entries, resumeBefore: oldest.signature };
    const next = decodeSignatures(
      await endpoint.call('getSignaturesForAddress', paramsOf(request, oldest.signature, minContextSlot) as readonly unknown[]),
    );
    if (next.at(-1)?.signature === oldest.signature) throw new RpcError('partial', 'the list of signatures repeats itself');
    entries.push(...next);
    page = next;
  }
  return { entries, resumeBefore: null };
}

/** One node's list per account; a failure concerns that account only. */
export async function listOnNode(
  endpoint: Endpoint,
  requests: readonly ListRequest[],
  minContextSlot: number,
): Promise<(NodeList | RpcError)[]> {
  const firsts = await batchOf(
    endpoint,
    'getSignaturesForAddress',
    requests.map((request) => paramsOf(request, request.resumeBefore, minContextSlot)),
  );
  const lists: (NodeList | RpcError)[] = [];
  for (const [index, request] of requests.entries()) {
    const first = firsts[index];
    try {
      if (first instanceof RpcError) lists.push(first);
      else lists.push(await listFurther(endpoint, request, decodeSignatures(first), minContextSlot));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      lists.push(error);
    }
  }
  return lists;
}

export type Listed = {
  readonly signature: string;
  /** Nodes may have seen it in different slots; the transaction decides. */
  readonly slots: ReadonlySet<number>;
  readonly blockTime: Date | null;
  /** No node reports success. */
  readonly failed: boolean;
  readonly nodes: readonly Endpoint[];
};

/** The union of all nodes' lists: what one omits is found with another. */
export function mergeNodeLists(lists: readonly { readonly endpoint: Endpoint; readonly value: NodeList }[]): Listed[] {
  const found = new Map<string, Listed>();
  for (const { endpoint, value } of lists)
    for (const { signature, slot, err, blockTime } of value.entries) {
      const before = found.get(signature);
      const time = blockTime == null ? null : new Date(blockTime * 1000);
      found.set(signature, {
        signature,
        slots: new Set([...(before?.slots ?? []), slot]),
        blockTime: before?.blockTime ?? time,
        failed: (before?.failed ?? true) && err !== null,
        nodes: [...(before?.nodes ?? []), endpoint],
      });
    }
  return [...found.values()];
}
