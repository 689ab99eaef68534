import type { Network } from '@stablegate/contract';
import { DAY_MS, FAMILY_OF, networksOf } from '@stablegate/rules';
import { SETUPS } from '@stablegate/rules/networks';
import { hasDatabase } from '../config-command';
import type { Load } from '../modules/chains/status/node-accounts';
import type { Db } from '../platform/db/db';
import { withDatabase } from './command-line';
import { countOffered, countWatched, type OfferedCount } from './shops.queries';

/** What the shops ask of the nodes, and where the figures are from. */
export type Shops = { readonly load: Load; readonly text: string };

const DAYS = 7;
export const DEFAULT_SHOPS = { invoicesPerDay: 100, addresses: 20 };
/** Of shops that have just begun: what they have today says little. */
const LEAST = SETUPS[0];

export function assumedShops({ invoicesPerDay, addresses }: { readonly invoicesPerDay: number; readonly addresses: number }): Shops {
  return {
    load: { invoicesPerDay: () => invoicesPerDay, addresses: () => addresses },
    text: `${invoicesPerDay.toLocaleString('en')} invoices a day, ${addresses.toLocaleString('en')} addresses`,
  };
}

/** Of the busiest day; an open invoice opens all networks of a family. */
function busiest(offered: readonly OfferedCount[], family: (networks: readonly Network[]) => boolean): number {
  const days = new Map<string, number>();
  for (const { day, networks, invoices } of offered) if (family(networks)) days.set(day, (days.get(day) ?? 0) + invoices);
  return Math.max(0, ...days.values());
}

export async function readShops(db: Db): Promise<Shops> {
  const { stores, watched } = await countWatched(db.query);
  const offered = await countOffered(db.query, new Date(Date.now() - DAYS * DAY_MS));
  const total = busiest(offered, () => true);
  const addresses = watched.reduce((sum, each) => sum + each.addresses, 0);
  const count = (many: number, one: string, more: string): string => `${many.toLocaleString('en')} ${many === 1 ? one : more}`;
  return {
    load: {
      invoicesPerDay: (network) => {
        const ofFamily = networksOf(FAMILY_OF[network]);
        return Math.max(
          LEAST.invoicesPerDay,
          busiest(offered, (networks) => networks.some((each) => ofFamily.includes(each))),
        );
      },
      addresses: (network) => Math.max(LEAST.addresses, watched.find(({ family }) => family === FAMILY_OF[network])?.addresses ?? 0),
    },
    text: `${count(stores, 'store', 'stores')}, ${count(addresses, 'address', 'addresses')}, ${count(total, 'invoice', 'invoices')} on the busiest of ${DAYS} days; at least ${LEAST.invoicesPerDay} and ${LEAST.addresses} are assumed`,
  };
}

/** From the database where one is configured and answers; these commands work without one. */
export async function findShops(): Promise<Shops> {
  if (!hasDatabase()) return assumedShops(DEFAULT_SHOPS);
  return withDatabase('stablegate-shops', readShops).catch(() => ({
    ...assumedShops(DEFAULT_SHOPS),
    text: `${assumedShops(DEFAULT_SHOPS).text}: assumed, because the database does not answer`,
  }));
}
