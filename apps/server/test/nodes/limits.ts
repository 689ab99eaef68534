import type { NodeLimits, NodeState, Now, RpcCall } from './node-types';
import { quotaSpent, tooFast } from './refusals';

/** Documented limits of plans in 2026; README.md names the sources. */
export const LIMITS = {
  none: { provider: 'geth' },
  alchemyFree: { provider: 'alchemy', rate: { calls: 25, windowMs: 1_000 }, logRange: 10, batch: 1_000 },
  quickNodeTrial: { provider: 'quicknode', rate: { calls: 15, windowMs: 1_000 }, logRange: 5 },
  quickNode: { provider: 'quicknode', rate: { calls: 50, windowMs: 1_000 }, logRange: 10_000 },
  infuraFree: { provider: 'infura', rate: { calls: 500, windowMs: 1_000 }, logRange: 10_000, logResults: 10_000 },
  ankrPublic: { provider: 'ankr', rate: { calls: 30, windowMs: 1_000 }, logRange: 1_000, logResults: 200_000 },
  drpcFree: { provider: 'drpc', logRange: 10_000, batch: 3 },
  javaTron: { provider: 'java-tron', logRange: 5_000, logResults: 10_000, topicValues: 1_000 },
  tronGrid: {
    provider: 'trongrid',
    rate: { calls: 15, windowMs: 1_000, penaltyMs: 30_000 },
    perDay: 100_000,
    logRange: 5_000,
    logResults: 10_000,
    topicValues: 1_000,
  },
  /** 25 calls a second; a batch over it brings 25 answers, and an error in each other place. */
  chainstackFree: { provider: 'chainstack', rate: { calls: 25, windowMs: 1_000, refuses: 'calls' }, logRange: 100 },
  heliusFree: {
    provider: 'helius',
    rate: { calls: 10, windowMs: 1_000 },
    batchOf: { getSignaturesForAddress: 0 },
  },
  solanaPublic: { provider: 'solana', rate: { calls: 100, windowMs: 10_000 }, ratePerMethod: { calls: 40, windowMs: 10_000 } },
} as const satisfies Record<string, NodeLimits>;

/** Counts calls against the node's present limits. Returns how many of them are admitted; throws the refusal of the whole request. */
export function createMeter(node: NodeState, now: Now): (calls: readonly RpcCall[]) => number {
  let times: { readonly at: number; readonly method: string }[] = [];
  let blockedUntil = 0;
  let day = { start: now(), calls: 0 };
  return (calls) => {
    const { provider, rate, ratePerMethod, perDay } = node.limits;
    const at = now();
    if (at - day.start >= 86_400_000) day = { start: at, calls: 0 };
    day.calls += calls.length;
    if (perDay !== undefined && day.calls > perDay) throw quotaSpent(provider, perDay);
    if (at < blockedUntil) throw tooFast(provider, rate?.calls ?? 0, rate?.windowMs ?? 0, blockedUntil - at, false);
    const keptMs = Math.max(rate?.windowMs ?? 0, ratePerMethod?.windowMs ?? 0);
    times = times.filter((time) => at - time.at < keptMs);
    const free = rate === undefined ? calls.length : rate.calls - times.filter((time) => at - time.at < rate.windowMs).length;
    const admitted = rate?.refuses === 'calls' ? Math.max(0, Math.min(calls.length, free)) : calls.length;
    times.push(...calls.slice(0, admitted).map(({ method }) => ({ at, method })));
    if (rate !== undefined && admitted > free) {
      blockedUntil = at + (rate.penaltyMs ?? 0);
      throw tooFast(provider, rate.calls, rate.windowMs, rate.penaltyMs ?? rate.windowMs, false);
    }
    if (ratePerMethod === undefined) return admitted;
    const { calls: most, windowMs } = ratePerMethod;
    const recent = times.filter((time) => at - time.at < windowMs);
    const over = calls.some(({ method }) => recent.filter((time) => time.method === method).length > most);
    if (over) throw tooFast(provider, most, windowMs, windowMs, true);
    return admitted;
  };
}
