import type { Store } from '@stablegate/contract';

/** Specification 1, section 5: name or merchantId, whatever the letter case. */
export function findMerchants<Row extends Pick<Store, 'name' | 'merchantId'>>(merchants: readonly Row[], search: string): readonly Row[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return merchants;
  return merchants.filter(({ name, merchantId }) => name.toLowerCase().includes(wanted) || merchantId.toLowerCase().includes(wanted));
}
