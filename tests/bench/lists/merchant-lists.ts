import { invoicesApi } from '@stablegate/contract';
import type { ListCall } from './list-sites';

const own = (filter: ListCall['filter']): ListCall => ({ by: 'merchant', path: invoicesApi.list.path, filter });

/** Calls of a merchant with a fifth of all invoices. Each finds as many rows at every size, or more than can be listed. */
export const MERCHANT_CALLS: Readonly<Record<string, ListCall>> = {
  'newest 50': own(() => ({ size: '50' })),
  'a status many have': own(() => ({ status: 'SUCCESS' })),
  'a status few have': own(() => ({ status: 'FAILED' })),
  'a status none has': own(() => ({ status: 'PROCESSING' })),
  'a store': own(() => ({ storeName: 'tea house' })),
  'a transaction id': own(({ ownTransId }) => ({ transId: ownTransId })),
  'the start of a transaction id': own(({ ownTransId }) => ({ transId: ownTransId.slice(0, 4) })),
  'a day without any': own(() => ({ createdFrom: '2020-01-01', createdTo: '2020-01-01' })),
  'amounts all have': own(() => ({ amountMin: '0', amountMax: '10000' })),
  'an amount nobody has': own(() => ({ amountMin: '1234.55', amountMax: '1234.55' })),
  'a name one has': own(({ ownName }) => ({ name: ownName.slice(-8) })),
  'a name all have': own(() => ({ name: 'order' })),
  'a name nobody has': own(() => ({ name: 'zebra' })),
  'a description a hundred have': own(() => ({ description: 'spare burr' })),
};
