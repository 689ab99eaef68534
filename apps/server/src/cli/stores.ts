import { NETWORKS, type Network } from '@stablegate/contract';
import { createApp } from '../app';
import type { Config } from '../config';
import { OperatorError } from '../modules/accounts/operators';
import { createLogger } from '../platform/log';

export type StoreCall = { readonly actor: string; readonly reason?: string | undefined; readonly first: string; readonly second: string };
type Services = Awaited<ReturnType<typeof createApp>>['services'];
export type StoreCommand = { readonly takes: string; readonly does: string; run(services: Services, call: StoreCall): Promise<string> };

const STATUS: Readonly<Record<string, 'Active' | 'Inactive'>> = { active: 'Active', inactive: 'Inactive' };

function networkOf(text: string): Network {
  const network = NETWORKS.find((name) => name === text.toUpperCase());
  if (network === undefined) throw new OperatorError(`The network is one of ${NETWORKS.join(', ')}.`);
  return network;
}

export const STORE_COMMANDS: Readonly<Record<string, StoreCommand>> = {
  'store-status': {
    takes: '<merchant id> <active|inactive>',
    does: 'switch a store on or off; open invoices stay payable',
    run: async ({ stores }, { first: merchantId, second, ...call }) => {
      const status = STATUS[second.toLowerCase()];
      if (status === undefined) throw new OperatorError('The status is active or inactive.');
      const changed = await stores.setStatus({ ...call, merchantId, status });
      return `The store ${merchantId} is ${status.toLowerCase()} ${changed ? 'now' : 'already'}.`;
    },
  },
  'platform-address': {
    takes: '<network> <address>',
    does: "take top-ups at this address, also when it was replaced before; the one used so far stays the platform's",
    run: async ({ stores }, { first, second: address, ...call }) => {
      await stores.usePlatformAddress({ ...call, network: networkOf(first), address });
      return `Top-ups on ${first.toUpperCase()} go to ${address} now.`;
    },
  },
  'release-address': {
    takes: '<network> <address>',
    does: "take a squatted address out of the stores that have it; also gives up an address of the platform's own",
    run: async ({ stores }, { first, second: address, ...call }) => {
      const network = networkOf(first);
      const { wallets, isFree } = await stores.releaseSquattedAddress({ ...call, network, address });
      const rest = isFree ? 'It is free now.' : 'An open invoice still watches it: it becomes free when that one is done.';
      return `${address} was taken out of ${wallets} wallet${wallets === 1 ? '' : 's'}. ${rest}`;
    },
  },
};

/** Runs the whole application without its HTTP server: several modules depend on an address. */
export async function runStoreCommand(config: Config, command: StoreCommand, call: StoreCall): Promise<string> {
  const app = await createApp(config, createLogger(config.logLevel));
  try {
    await app.platform.notifications.start(); // running servers drop the store's cached key immediately
    return await command.run(app.services, call);
  } finally {
    await app.stop();
  }
}
