import { type Network, type Refund, refundsApi } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';
import { INVOICES_KEY } from '../../../lib/api/invoices.queries';

const OPEN_EVERY_MS = 3_000;
/** One that is still searched for: the server looks every quarter of a minute at most. */
const SEARCHED_EVERY_MS = 10_000;
const isOpen = ({ status, txHash }: Refund): boolean => status === 'seen' || (status === 'planned' && txHash !== null);

export const refundsQuery = (transId: string) =>
  queryOptions({
    queryKey: [...INVOICES_KEY, 'refunds', transId],
    queryFn: ({ signal }) => call(refundsApi.list, { params: { transId }, signal }),
    refetchInterval: ({ state }) => {
      const refunds = state.data?.refunds ?? [];
      if (refunds.some(isOpen)) return OPEN_EVERY_MS;
      return refunds.some(({ searchedUntil }) => searchedUntil !== null) && SEARCHED_EVERY_MS;
    },
  });

/** Shorter texts are no address of any network. */
const ADDRESS_CHARS_MIN = 32;

export const refundAddressQuery = (transId: string, network: Network, address: string) =>
  queryOptions({
    queryKey: [...INVOICES_KEY, 'refund-address', transId, network, address],
    queryFn: ({ signal }) => call(refundsApi.checkAddress, { params: { transId }, query: { network, address }, signal }),
    enabled: address.length >= ADDRESS_CHARS_MIN,
    staleTime: 60_000,
    retry: false,
  });
