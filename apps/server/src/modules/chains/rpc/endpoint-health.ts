import type { RpcError, RpcFault } from './rpc-errors';

const FAULT_BACKOFF_MS: Partial<Record<RpcFault, number>> = {
  lying: 600_000,
  // Providers do not reliably say when a quota resets; one try per interval costs nothing.
  exhausted: 900_000,
  key: 60_000,
  partial: 30_000,
  history: 30_000,
  behind: 1_000,
  stale: 1_000,
};
const BACKOFF_MS = 500;
const BACKOFF_MS_MAX = 60_000;
const OUT_OF_ORDER_MS = 60_000;
/** A node that asks us to wait still counts for the quorum: otherwise an exhausted plan would turn two nodes into one. */
const NOTHING_USABLE: readonly RpcFault[] = ['unreachable', 'timeout', 'garbage', 'key', 'stale'];

/** What a payment is proven by: a recent final block, and what the node says of transactions. */
export type Proof = 'finality' | 'transactions';

/** Why a working node is not asked at present. */
export type Withheld = 'rate_limited' | 'out_of_budget' | 'key_refused';

const WITHHELD: Partial<Record<RpcFault, Withheld>> = { limited: 'rate_limited', exhausted: 'out_of_budget', key: 'key_refused' };

/** When a node may be asked again. Back-off grows and is jittered, so that many processes do not return simultaneously. */
export function createBackoff() {
  let failures = 0;
  let backoffUntil = 0;
  let silentSince: number | undefined;
  /** Since when, and when last: one failure that is never asked about again is a hiccup. */
  const lost = new Map<Proof, { readonly since: number; readonly last: number }>();
  let lastFault: RpcFault | undefined;
  const backoffMsOf = (error: RpcError): number => {
    if (error.options.retryAfterMs !== undefined) return error.options.retryAfterMs;
    const grown = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** Math.min(failures, 10));
    return Math.max(FAULT_BACKOFF_MS[error.fault] ?? 0, grown) * (0.5 + Math.random() / 2);
  };
  return {
    good: () => {
      failures = 0;
      silentSince = undefined;
      lastFault = undefined;
    },
    bad: (error: RpcError) => {
      failures += 1;
      lastFault = error.fault;
      silentSince = NOTHING_USABLE.includes(error.fault) ? (silentSince ?? Date.now()) : undefined;
      backoffUntil = Date.now() + backoffMsOf(error);
    },
    gave: (proof: Proof, isUsable: boolean) => {
      const last = Date.now();
      if (isUsable) lost.delete(proof);
      else lost.set(proof, { since: lost.get(proof)?.since ?? last, last });
    },
    isOver: (now: number) => now >= backoffUntil,
    withheld: (now: number): Withheld | undefined => (lastFault !== undefined && now < backoffUntil ? WITHHELD[lastFault] : undefined),
    isOutOfOrder: (now: number) =>
      (silentSince !== undefined && now - silentSince > OUT_OF_ORDER_MS) ||
      [...lost.values()].some(({ since, last }) => last - since > OUT_OF_ORDER_MS),
  };
}
