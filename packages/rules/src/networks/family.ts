/**
 * Networks of a family share their form of address: one key has the same address on all of them, so ownership and watching apply to all,
 * and one adapter reads them.
 */
export type NetworkFamily = 'evm' | 'tron' | 'solana';
