import { type Store, storeNameSchema } from '@stablegate/contract';
import type { TFunction } from '../../lib/i18n/texts';

/** Specification 1, section 5: name or merchantId, case-insensitive. */
export function findStores<Row extends Pick<Store, 'name' | 'merchantId'>>(stores: readonly Row[], search: string): readonly Row[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return stores;
  return stores.filter(({ name, merchantId }) => name.toLowerCase().includes(wanted) || merchantId.toLowerCase().includes(wanted));
}

/** Specification 1, section 9: first 6 and last 4 characters are kept; keys shorter than 8 are shown whole. */
const HEAD = 6;
const TAIL = 4;
const WHOLE_BELOW = 8;
const MASK = '••••••';

export const maskSecret = (secret: string): string =>
  secret.length < WHOLE_BELOW ? secret : `${secret.slice(0, HEAD)}${MASK}${secret.slice(-TAIL)}`;

/** One rule for both sides: the server validates with the same schema. */
export const nameRule = (t: TFunction) => (value: string) => {
  const problem = storeNameSchema.safeParse(value).error?.issues[0]?.message;
  return problem === undefined || t(problem);
};
