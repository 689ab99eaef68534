import type { NodeState } from '../node-types';
import { INVALID_PARAMS, Refusal } from '../refusals';
import type { PlacedTransaction, SolanaBlock, SolanaChain } from './solana-types';

export type Commitment = 'processed' | 'confirmed' | 'finalized';
export type SolanaView = {
  /** Newest slot that a call of this commitment sees. */
  slotAt(commitment: Commitment): number;
  /** A call for the newest final slot is answered with an error. */
  readonly refusesFinality: boolean;
  readonly firstSlot: number;
  block(slot: number): SolanaBlock | undefined;
  has(placed: PlacedTransaction): boolean;
  find(signature: string): PlacedTransaction | undefined;
};

export function viewOf(chain: SolanaChain, { faults }: NodeState): SolanaView {
  const newest = chain.head(faults.branch).slot - faults.lag - (faults.machineLag?.() ?? 0);
  const head = Math.max(chain.startSlot, Math.min(newest, faults.frozenAt ?? newest));
  const finality = typeof faults.finality === 'function' ? faults.finality() : faults.finality;
  const honest = Math.max(chain.startSlot, head - chain.finalityDepth);
  const final = finality === 'newest' ? head : typeof finality === 'number' ? Math.min(finality, honest) : honest;
  const firstSlot = Math.max(chain.startSlot, faults.prunedBelow);
  const block = (slot: number): SolanaBlock | undefined =>
    slot < firstSlot || slot > head ? undefined : chain.blockAt(slot, faults.branch);
  const has = (placed: PlacedTransaction): boolean => block(placed.block.slot) === placed.block;
  return {
    slotAt: (commitment) => (commitment === 'finalized' ? final : head),
    refusesFinality: finality === 'refused',
    firstSlot,
    block,
    has,
    find: (signature) => (faults.hides?.(signature) ? undefined : chain.placesOf(signature).find(has)),
  };
}

export type Options = {
  readonly commitment?: Commitment;
  readonly encoding?: string;
  readonly maxSupportedTransactionVersion?: number;
  readonly minContextSlot?: number;
  readonly limit?: number;
  readonly before?: string;
  readonly until?: string;
  readonly searchTransactionHistory?: boolean;
  readonly transactionDetails?: string;
};

export const invalid = (message: string): Refusal => new Refusal({ code: INVALID_PARAMS, message });

export function optionsOf(value: unknown, view: SolanaView): Options & { readonly commitment: Commitment } {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Options;
  const options = { ...given, commitment: given.commitment ?? ('finalized' as const) };
  const slot = view.slotAt(options.commitment);
  if (options.minContextSlot !== undefined && options.minContextSlot > slot)
    throw new Refusal({ code: -32016, message: 'Minimum context slot has not been reached', data: { contextSlot: slot } });
  return options;
}

/** A client only gets transactions of versions it declares to support. */
export function checkVersion(placed: PlacedTransaction, { maxSupportedTransactionVersion: most }: Options): void {
  const { version } = placed.transaction;
  if (version === 'legacy' || (most !== undefined && version <= most)) return;
  throw new Refusal({
    code: -32015,
    message:
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following ` +
      `configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  });
}
