import type { Store } from '@stablegate/contract';

/** Specification 1, section 5: name or merchantId, whatever the letter case. */
export function findMerchants<Row extends Pick<Store, 'name' | 'merchantId'>>(merchants: readonly Row[], search: string): readonly Row[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return merchants;
  return merchants.filter(({ name, merchantId }) => name.toLowerCase().includes(wanted) || merchantId.toLowerCase().includes(wanted));
}

/** Specification 1, section 9. */
export const PAGE_SIZE = 10;

/** Pages are counted from 1; a page past the end, as after a deletion, is the last one. */
export function pageOf<Row>(rows: readonly Row[], wantedPage: number) {
  const pageCount = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, wantedPage), pageCount);
  const start = (page - 1) * PAGE_SIZE;
  const shown = rows.slice(start, start + PAGE_SIZE);
  return { shown, page, pageCount, from: shown.length === 0 ? 0 : start + 1, to: start + shown.length };
}
