import type { StoreDetails } from '@stablegate/contract';

/** Placeholders in the samples. The sample files and their test use the same. */
const PLACES = {
  callbackSecret: 'whsec_your_callback_secret',
  apiKey: 'sk_your_api_key',
  merchantId: 'your_merchant_id',
} as const;

export type OwnKeys = Pick<StoreDetails['store'], keyof typeof PLACES>;

const VISIBLE_TAIL = 4;
const MASK = '••••••••';

/** The prefix identifies the kind of secret, the last four characters which one; the rest stays hidden. */
const masked = (secret: string): string => `${/^[a-z]+_/.exec(secret)?.[0] ?? ''}${MASK}${secret.slice(-VISIBLE_TAIL)}`;

/** The merchant ID is not secret. */
export const maskedKeys = ({ apiKey, merchantId, callbackSecret }: OwnKeys): OwnKeys => ({
  apiKey: masked(apiKey),
  merchantId,
  callbackSecret: masked(callbackSecret),
});

export const fillIn = (sample: string, { callbackSecret, apiKey, merchantId }: OwnKeys): string =>
  sample
    .replaceAll(PLACES.callbackSecret, () => callbackSecret)
    .replaceAll(PLACES.apiKey, () => apiKey)
    .replaceAll(PLACES.merchantId, () => merchantId);
