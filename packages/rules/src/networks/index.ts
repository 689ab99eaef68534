/**
 * All facts about all networks, for the server and its tools. A browser imports names and families from `@stablegate/rules` and asks the
 * server for the rest.
 */
export type { ChainFacts, NetworkDescriptor, NetworkFamily, ReadingFacts } from './descriptor';
export { DESCRIPTORS } from './list.generated';
export {
  type Credits,
  OWN_NODE,
  type Plan,
  PROVIDER_CODES,
  PROVIDERS,
  type Provider,
  type ProviderCode,
  providerOf,
  SETUPS,
  type Setup,
} from './providers';
