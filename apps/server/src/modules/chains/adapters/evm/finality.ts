import type { NetworkSettings } from '../../../../config-networks';
import type { Endpoint } from '../../rpc/endpoint';

/** The finality tag is requested at every third poll while a transfer awaits finality, otherwise occasionally for the status page. */
const WAITING_POLLS = 3;
const QUIET_POLLS = 20;

/** The last final block each node reported. It never goes back, so a stale value is safe. */
export type FinalHeights = {
  /** Counts a poll and returns whether it has to ask the nodes. */
  isDue(isOpen: boolean): Promise<boolean>;
  known(endpoint: Endpoint): number | undefined;
  note(endpoint: Endpoint, number: number): void;
};

export function createFinalHeights(settings: NetworkSettings, awaitsFinality: () => Promise<boolean>): FinalHeights {
  const heights = new WeakMap<Endpoint, number>();
  let polls = QUIET_POLLS;
  return {
    isDue: async (isOpen) => {
      polls += 1;
      if ('depth' in settings.finality) return false; // derived from the head alone
      const isDue = polls >= QUIET_POLLS || ((polls >= WAITING_POLLS || !isOpen) && (await awaitsFinality()));
      if (isDue) polls = 0;
      return isDue;
    },
    known: (endpoint) => heights.get(endpoint),
    note: (endpoint, number) => {
      heights.set(endpoint, Math.max(number, heights.get(endpoint) ?? -1));
    },
  };
}
