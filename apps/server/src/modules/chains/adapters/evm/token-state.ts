import { HOUR_MS, MINUTE_MS } from '@stablegate/rules';
import { displayAddress } from '../../addresses/addresses';
import type { Family } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import { RpcError } from '../../rpc/rpc-errors';
import { agreedState, type TokenAnswers, type TokenState, wordOf } from '../../token-state.domain';

/** Selectors of Tether's contract (TetherToken.sol); others refuse them, which means that they cannot do any of this. */
const SELECTORS = ['0x0e136b19', '0x26976e3f', '0x5c975abb', '0xdd644f72'] as const; // deprecated, upgradedAddress, paused, basisPointsRate
const READ_EVERY_MS = HOUR_MS;
const RETRY_MS = 5 * MINUTE_MS;

/** Undefined: the node could not say; a call that the contract refuses is an answer. */
export async function readTokenAnswers(endpoint: Endpoint, contractKey: string): Promise<TokenAnswers | undefined> {
  const values = await endpoint
    .batch(SELECTORS.map((data) => ({ method: 'eth_call', params: [{ to: contractKey, data }, 'latest'] })))
    .catch((error: unknown) => {
      if (error instanceof RpcError) return undefined;
      throw error;
    });
  if (values === undefined || values.some((value) => value instanceof RpcError && value.fault !== 'refused')) return undefined;
  const [deprecated, upgradedAddress, paused, basisPointsRate] = values.map(wordOf);
  return { deprecated, upgradedAddress, paused, basisPointsRate };
}

/** Asks the nodes at the start and once an hour. What they say never stops reading: payments are the events of the configured contract. */
export function createTokenWatch({
  family,
  contractKey,
  now,
}: {
  readonly family: Family;
  readonly contractKey: string;
  readonly now: () => number;
}) {
  let known: TokenState | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let waitMs = 0;
  return {
    /** `needed`: how many nodes have to answer. */
    refresh: async (views: readonly { readonly endpoint: Endpoint }[], needed: number): Promise<void> => {
      if (Math.abs(now() - readAt) < waitMs) return;
      readAt = now();
      const answers = await Promise.all(views.map(({ endpoint }) => readTokenAnswers(endpoint, contractKey)));
      const given = answers.filter((answer) => answer !== undefined);
      const isEnough = given.length >= needed;
      waitMs = isEnough ? READ_EVERY_MS : RETRY_MS;
      if (isEnough) known = agreedState(given, (key) => displayAddress(family, key));
    },
    known: () => known,
  };
}
