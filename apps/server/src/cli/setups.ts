import { DESCRIPTORS, type Setup } from '@stablegate/rules/networks';
import { loadNetworks, type NetworkSettings } from '../config';

/** Settings by name, as an operator writes them, with KEY for each key; a network that the set-up leaves out has none. */
export function setupEnvironment({ code, nodes, plans }: Setup): Record<string, string> {
  const lines = Object.values(DESCRIPTORS).flatMap((network): [string, string][] => {
    if (code === 'free' && network.nodes.isInFreeSetup !== true) return [];
    const urls = nodes[network.family].flatMap((provider) => network.nodes.urls[provider] ?? []);
    return urls.length === 0 ? [] : [[`${network.code}_RPC_URLS`, urls.join(',')]];
  });
  const chosen = Object.entries(plans).map(([provider, plan]) => `${provider}=${plan}`);
  return { ...Object.fromEntries(lines), ...(chosen.length === 0 ? {} : { RPC_PLANS: chosen.join(',') }) };
}

export const setupNetworks = (setup: Setup): NetworkSettings[] => loadNetworks(setupEnvironment(setup)).filter(({ enabled }) => enabled);
