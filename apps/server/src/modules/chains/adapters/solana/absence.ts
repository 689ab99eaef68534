import type { Endpoint } from '../../rpc/endpoint';
import { RpcError } from '../../rpc/rpc-errors';
import { TRANSACTION_VERSION_MAX } from './solana-node';
import { decodeBlockSignatures, decodeBlocks, decodeStatuses } from './solana-wire';

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
