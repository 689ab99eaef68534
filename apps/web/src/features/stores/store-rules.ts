import { type Store, storeNameSchema } from '@stablegate/contract';
import type { TFunction } from '../../lib/i18n/texts';

/** Specification 1, section 5: name or merchantId, case-insensitive. */
export function findStores<Row extends Pick<Store, 'name' | 'merchantId'>>(stores: readonly Row[], search: string): readonly Row[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return stores;
  return stores.filter(({ name, merchantId }) => name.toLowerCase().includes(wanted) || merchantId.toLowerCase().includes(wanted));
}

/** One rule for both sides: the server validates with the same schema. */
export const nameRule = (t: TFunction) => (value: string) => {
  const problem = storeNameSchema.safeParse(value).error?.issues[0]?.message;
  return problem === undefined || t(problem);
};
