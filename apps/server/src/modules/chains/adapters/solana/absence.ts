import type { Endpoint } from '../../rpc/endpoint';
import { askAll } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import { TRANSACTION_VERSION_MAX } from './solana-node';
import { decodeBlockSignatures, decodeBlocks, decodeStatuses } from './solana-wire';

/** A blockhash is valid for 150 slots: a transaction without a trace after that cannot land any more. */
export const GONE_SLOTS = 150;
/** A proof takes up to three calls, so it is limited to this many transactions per round. */
export const PROOFS_MAX = 10;
/** The node must have a block within this many slots on each side, which proves that it holds this range. */
const NEIGHBOURS = 32;
const NODE_FAULTS = ['limited', 'unreachable', 'timeout'];

async function isProven(endpoint: Endpoint, signature: string, slot: number): Promise<boolean> {
  const [status] = decodeStatuses(await endpoint.call('getSignatureStatuses', [[signature], { searchTransactionHistory: true }]));
  if (status !== null) return false;
  const finalized = { commitment: 'finalized' };
  const blocks = decodeBlocks(await endpoint.call('getBlocks', [Math.max(0, slot - NEIGHBOURS), slot + NEIGHBOURS, finalized]));
  if (!blocks.some((block) => block < slot) || !blocks.some((block) => block > slot)) return false;
  if (!blocks.includes(slot)) return true;
  const options = {
    ...finalized,
    transactionDetails: 'signatures',
    rewards: false,
    maxSupportedTransactionVersion: TRANSACTION_VERSION_MAX,
  };
  const held = decodeBlockSignatures(await endpoint.call('getBlock', [slot, options]));
  return held !== null && !held.includes(signature);
}

/**
 * A node's proof that a transaction is not in the finalized block of this slot: no status in its whole history, and a block without it or
 * no block between two existing ones. That a node does not have the transaction proves nothing.
 */
export async function provesAbsence(endpoint: Endpoint, signature: string, slot: number): Promise<boolean> {
  try {
    return await isProven(endpoint, signature, slot);
  } catch (error) {
    if (!(error instanceof RpcError) || NODE_FAULTS.includes(error.fault)) throw error;
    return false;
  }
}

/** Which of these signatures at least `needed` nodes prove absent from every slot in which they were listed. */
export async function findAbsent(
  panel: readonly Endpoint[],
  listed: readonly { readonly signature: string; readonly slots: ReadonlySet<number> }[],
  needed: number,
): Promise<ReadonlySet<string>> {
  const absent = new Set<string>();
  for (const { signature, slots } of listed.slice(0, PROOFS_MAX)) {
    const votes = await askAll(panel, async (endpoint) => {
      for (const slot of slots) if (!(await provesAbsence(endpoint, signature, slot))) return false;
      return true;
    }).catch((error: unknown) => {
      if (!(error instanceof RpcError)) throw error;
      return [];
    });
    if (votes.filter(({ value }) => value).length >= needed) absent.add(signature);
  }
  return absent;
}
