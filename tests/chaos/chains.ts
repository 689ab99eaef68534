import type { Network } from '@stablegate/contract';
import type { NetworkSettings } from '../../apps/server/src/config';
import type { Chance } from '../../apps/server/test/seeded';

/** A transfer of value to one of our shops, according to the chain. */
export type Credit = {
  readonly network: Network;
  readonly txHash: string;
  readonly toKey: string;
  readonly micros: bigint;
  /** Block or slot, for reports. */
  readonly block: number;
};
export type Payment = { readonly to: string; readonly raw: bigint };
/** A temporary fault; `heal` ends it. */
export type Broken = { readonly name: string; heal(): Promise<void> | void };
export type Breaker = (chance: Chance) => Broken;

/** The chains of one run, real or simulated, and their nodes' possible faults. */
export type Chains = {
  readonly name: string;
  readonly networks: readonly Network[];
  readonly settings: readonly NetworkSettings[];
  readonly blockMs: number;
  /** A block on every network. */
  mine(): Promise<void>;
  /** All payments in one transaction; returns its hash. */
  send(
    network: Network,
    payments: readonly Payment[],
    how: { readonly failed?: boolean; readonly fake?: boolean },
    chance: Chance,
  ): Promise<string>;
  reorganise(chance: Chance): Promise<void>;
  /** The newest block of a network. */
  headOf(network: Network): Promise<number>;
  /** What the canonical chains hold for these recipients now. */
  truth(keysOf: (network: Network) => readonly string[]): Promise<Credit[]>;
  /** Faults that never end: payments become final in spite of them. */
  readonly lasting: readonly Broken[];
  readonly breakers: readonly Breaker[];
};
