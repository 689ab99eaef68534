import { setTimeout as sleep } from 'node:timers/promises';
import type { Network } from '@stablegate/contract';
import type { NetworkSettings } from '../../../config-networks';
import type { Logger } from '../../../platform/log';
import { FAMILY_OF } from '../chains.domain';
import type { Endpoint } from '../rpc/endpoint';
import { createEndpoints } from '../rpc/endpoints';
import { RpcError } from '../rpc/rpc-errors';
import type { UsageBook } from '../rpc/usage-book';
import { asLookUp } from '../rpc/usage-meter';
import { type AddressFacts, type AddressFindings, conclude } from './address-facts';
import type { ParsedAddress } from './addresses';
import { readEvmFacts } from './evm-address';
import { isProgramAddress, readSolanaFacts } from './solana-address';

const REMEMBER_MS = 600_000;
const REMEMBER_MAX = 1_000;

export type AddressLookupDeps = {
  readonly networks: readonly NetworkSettings[];
  /** The user waits at a form: facts not reported by then stay unknown and do not block the address. 0: no node is asked. */
  readonly deadlineMs: number;
  readonly log: Logger;
  readonly now: () => Date;
  readonly usage: UsageBook;
};

const nameOf = (network: Network, { key }: ParsedAddress): string => `${network}:${key}`;

type Place = { readonly settings: NetworkSettings; readonly endpoints: readonly Endpoint[] };

const placesOf = ({ networks, deadlineMs, usage }: AddressLookupDeps): Place[] =>
  networks
    .filter(({ enabled }) => enabled)
    .map((settings) => {
      const requestTimeoutMs = Math.min(settings.requestTimeoutMs, deadlineMs);
      return { settings, endpoints: createEndpoints({ ...settings, requestTimeoutMs }, usage) };
    });

/** Asks one node after another until one answers. One answer is enough here: no money depends on it. */
async function readFacts({ settings, endpoints }: Place, address: ParsedAddress, now: Date): Promise<AddressFacts | undefined> {
  for (const endpoint of endpoints.filter((each) => each.isAvailable(Date.now()))) {
    try {
      const facts =
        address.family === 'solana'
          ? await readSolanaFacts(endpoint, settings, address.key, now)
          : await readEvmFacts(endpoint, settings, address.key);
      endpoint.succeeded();
      return facts;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      endpoint.failed(error);
    }
  }
  return undefined;
}

/** Facts that follow from the address itself. */
const withoutNodes = (address: ParsedAddress): AddressFindings =>
  conclude(address.family === 'solana' && isProgramAddress(address.key) ? { kind: 'program', isBusy: false } : undefined, []);

/**
 * Checks an address before it is registered, on every network on which it would be watched. Never throws and never exceeds the deadline: a
 * slow or unreachable node does not prevent registration.
 */
export function createAddressLookup(deps: AddressLookupDeps) {
  let places: Place[] | undefined;
  const remembered = new Map<string, { readonly at: number; readonly findings: AddressFindings }>();
  /** The form is submitted twice when a warning has to be confirmed or a message signed. */
  const remember = (name: string, findings: AddressFindings) => {
    if (remembered.size >= REMEMBER_MAX) remembered.clear();
    remembered.set(name, { at: Date.now(), findings });
  };

  async function ask(network: Network, address: ParsedAddress): Promise<AddressFindings> {
    places ??= placesOf(deps); // only processes that register addresses open connections
    deps.usage.start();
    const found = new Map<Network, AddressFacts>();
    const asked = places.filter(({ settings }) => FAMILY_OF[settings.network] === address.family);
    const work = asked.map(async (place) => {
      const facts = await asLookUp(() => readFacts(place, address, deps.now()));
      if (facts !== undefined) found.set(place.settings.network, facts);
    });
    const timer = new AbortController();
    await Promise.race([Promise.allSettled(work), sleep(deps.deadlineMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
    if (found.size < asked.length)
      deps.log.info({ network, asked: asked.length, answered: found.size }, 'an address lookup was incomplete');
    if (found.size === 0) return withoutNodes(address);
    const { [network]: own, ...others } = Object.fromEntries(found) as Partial<Record<Network, AddressFacts>>;
    const findings = conclude(own, Object.values(others));
    if (found.size === asked.length) remember(nameOf(network, address), findings);
    return findings;
  }

  return async (network: Network, address: ParsedAddress, { mayAskNodes }: { mayAskNodes: boolean }): Promise<AddressFindings> => {
    if (deps.deadlineMs === 0 || !mayAskNodes) return withoutNodes(address);
    const before = remembered.get(nameOf(network, address));
    return before !== undefined && Date.now() - before.at < REMEMBER_MS ? before.findings : ask(network, address);
  };
}
