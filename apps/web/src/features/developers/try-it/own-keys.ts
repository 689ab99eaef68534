import type { StoreDetails } from '@stablegate/contract';
import { maskSecret } from '../../../lib/mask-secret';

/** Placeholders in the samples. The sample files and their test use the same. */
const PLACES = {
  callbackSecret: 'whsec_your_callback_secret',
  apiKey: 'sk_your_api_key',
  merchantId: 'your_merchant_id',
} as const;

export type OwnKeys = Pick<StoreDetails['store'], keyof typeof PLACES>;

/** The merchant ID is not secret. */
export const maskedKeys = ({ apiKey, merchantId, callbackSecret }: OwnKeys): OwnKeys => ({
  apiKey: maskSecret(apiKey),
  merchantId,
  callbackSecret: maskSecret(callbackSecret),
});

export const fillIn = (sample: string, { callbackSecret, apiKey, merchantId }: OwnKeys): string =>
  sample
    .replaceAll(PLACES.callbackSecret, () => callbackSecret)
    .replaceAll(PLACES.apiKey, () => apiKey)
    .replaceAll(PLACES.merchantId, () => merchantId);
