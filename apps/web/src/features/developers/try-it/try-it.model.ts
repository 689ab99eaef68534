import type { merchantApi } from '@stablegate/contract';
import type { z } from 'zod';
import type { ApiError } from '../../../lib/api/api-error';
import { addressesHref } from '../../../lib/merchants/addresses-href';

type TryBody = { storeId: string; name: string; amount: string };
export type TryAnswer = z.infer<(typeof merchantApi.create.reply)[201]>;

type Remedy = { to: string; label: string };

/** Where the user can fix an error. The labels are translation keys. */
export function remedyOf(code: string, storeId: string): Remedy | undefined {
  if (code === 'insufficient_balance') return { to: '/top-up', label: 'Top Up' };
  if (code === 'store_has_no_address') {
    return { to: addressesHref(storeId), label: 'Add address' };
  }
  if (code === 'store_inactive') return { to: '/contact', label: 'Contact support' };
  return undefined;
}

/**
 * An order number per set of values: repeating after a lost response returns the same invoice and never a second one; other values are
 * another order, and so is the next press after a response.
 */
export function createRequestIds(newId: () => string) {
  let last: { values: string; id: string } | undefined;
  return {
    idFor: ({ storeId, name, amount }: TryBody): string => {
      const values = JSON.stringify([storeId, name, amount]);
      if (last?.values !== values) last = { values, id: newId() };
      return last.id;
    },
    answered: () => {
      last = undefined;
    },
  };
}

/** The error as received. */
export const refusalBody = ({ code, message, requestId, fieldErrors }: ApiError): string =>
  JSON.stringify({ status: 'error', code, message, requestId, errors: fieldErrors.length === 0 ? undefined : fieldErrors }, null, 2);
