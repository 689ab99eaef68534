/**
 * All facts about all networks, for the server and its tools. A browser imports names and families from `@stablegate/rules` and asks the
 * server for the rest.
 */
export type { ChainFacts, NetworkDescriptor, ReadingFacts } from './descriptor';
export { DESCRIPTORS } from './list.generated';
