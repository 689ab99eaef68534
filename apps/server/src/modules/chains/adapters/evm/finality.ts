import type { NetworkSettings } from '../../../../config-networks';
import { usualFinalityMs } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import type { EvmHeader } from './evm-wire';

/** The finality tag is requested at every third poll while a transfer is deep enough, otherwise occasionally for the status page. */
const WAITING_POLLS = 3;
const QUIET_POLLS = 20;

/** Beyond the usual time a final block is missing, whatever the node calls final. */
const FINAL_LATE_MS = 60_000;

type BlockId = Pick<EvmHeader, 'number' | 'hash'>;
/** What a node said last. A final block that it could not name this time is the one it named before. */
type Tip = { readonly head: EvmHeader; readonly final: EvmHeader | undefined };
/** An answer: null where it could not name its final block, undefined where it was not asked. */
export type TipAnswer = { readonly head: EvmHeader; readonly final: EvmHeader | null | undefined };

/**
 * The nodes' last answers about finality. They may be wrong or outdated, and the next one replaces them, also by a lower block: they only
 * tell which transfers are worth asking about. Crediting asks again.
 */
export type Finality = {
  /** Counts a poll and returns whether it has to ask the nodes. */
  isDue(isOpen: boolean): Promise<boolean>;
  known(endpoint: Endpoint): Tip | undefined;
  note(endpoint: Endpoint, answer: TipAnswer): void;
};

/** Blocks on top of a payment before it can be final. */
export const depthOf = ({ finality, minDepth }: Pick<NetworkSettings, 'finality' | 'minDepth'>): number =>
  'depth' in finality ? finality.depth : minDepth;

/** The last block that is final, -1 where that is unknown. */
export function finalNumberOf(settings: Pick<NetworkSettings, 'finality' | 'minDepth'>, head: BlockId, final: BlockId | undefined): number {
  const deepEnough = head.number - depthOf(settings);
  if ('depth' in settings.finality) return deepEnough;
  return final === undefined ? -1 : Math.min(final.number, deepEnough);
}

export function createFinality(settings: NetworkSettings, awaitsFinality: (upTo: number) => Promise<boolean>): Finality {
  const tips = new WeakMap<Endpoint, Tip>();
  let polls = QUIET_POLLS;
  let newest = Number.MAX_SAFE_INTEGER;
  return {
    isDue: async (isOpen) => {
      polls += 1;
      if ('depth' in settings.finality) return false; // derived from the head alone
      const isDue = polls >= QUIET_POLLS || ((polls >= WAITING_POLLS || !isOpen) && (await awaitsFinality(newest - depthOf(settings))));
      if (isDue) polls = 0;
      return isDue;
    },
    known: (endpoint) => tips.get(endpoint),
    note: (endpoint, { head, final }) => {
      newest = head.number;
      if (final !== undefined) {
        const lateMs = final === null ? Number.POSITIVE_INFINITY : head.time.getTime() - final.time.getTime() - usualFinalityMs(settings);
        endpoint.gave('finality', lateMs <= FINAL_LATE_MS);
      }
      tips.set(endpoint, { head, final: final ?? tips.get(endpoint)?.final });
    },
  };
}
