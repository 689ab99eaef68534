import type { NetworkSettings } from '../../../../config-networks';
import type { Endpoint } from '../../rpc/endpoint';

/** While something waits to become final the tag is asked for at every third look, else now and then for the status page. */
const WAITING_LOOKS = 3;
const QUIET_LOOKS = 20;

/** The last final block by each node's word. It never goes back, so an old answer is a safe one. */
export type FinalHeights = {
  /** Counts a look and says whether the nodes have to be asked in it. */
  isDue(isOpen: boolean): Promise<boolean>;
  known(endpoint: Endpoint): number | undefined;
  note(endpoint: Endpoint, number: number): void;
};

export function createFinalHeights(settings: NetworkSettings, awaitsFinality: () => Promise<boolean>): FinalHeights {
  const heights = new WeakMap<Endpoint, number>();
  let looks = QUIET_LOOKS;
  return {
    isDue: async (isOpen) => {
      looks += 1;
      if ('depth' in settings.finality) return false; // the head alone decides
      const isDue = looks >= QUIET_LOOKS || ((looks >= WAITING_LOOKS || !isOpen) && (await awaitsFinality()));
      if (isDue) looks = 0;
      return isDue;
    },
    known: (endpoint) => heights.get(endpoint),
    note: (endpoint, number) => {
      heights.set(endpoint, Math.max(number, heights.get(endpoint) ?? -1));
    },
  };
}
