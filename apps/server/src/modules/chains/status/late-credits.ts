import type { NetworkSettings } from '../../../config-networks';
import { usualFinalityMs } from '../chains.domain';

/** A payment is late this long after its block has become final, by whatever cause. */
const LATE_AFTER_MS = 5 * 60_000;

/**
 * How long a transfer has been final without being credited, once that is late. By this machine's clock and the network's usual pace, not
 * by what nodes call final: a node whose head or finality stands still would hide what it causes.
 */
export function lateSecondsOf(settings: NetworkSettings, blockTime: Date | undefined, now: Date): number | null {
  if (!settings.enabled || blockTime === undefined) return null;
  const lateMs = now.getTime() - blockTime.getTime() - usualFinalityMs(settings);
  return lateMs < LATE_AFTER_MS ? null : Math.floor(lateMs / 1000);
}
