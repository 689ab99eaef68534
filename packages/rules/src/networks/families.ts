import type { NetworkFamily } from './descriptor';
import { FAMILY_OF, NETWORKS, type Network } from './names.generated';

/** In the usual order. */
export const networksOf = (family: NetworkFamily): Network[] => NETWORKS.filter((network) => FAMILY_OF[network] === family);
