import { isRateFresh } from '@stablegate/rules';
import type { StorePrincipal } from '../../../platform/principal';
import { principalOf } from '../store-access';
import { openEpusdtToken } from '../store-secrets';
import type { StoreDeps } from '../stores.deps';
import { listOffered } from './epusdt.queries';
import { type EpusdtRate, rateAtTime } from './epusdt-rate.domain';
import { isSignable, isSignedWith, type SignedFields } from './epusdt-signature';

export type EpusdtStore = { readonly store: StorePrincipal; readonly rate: EpusdtRate };

/** To be shown: the rate in use; null when amounts are USDT. */
export const rateInUse = ({ source, rateMicros, foundMicros }: EpusdtRate): bigint | null =>
  source === 'address' ? (foundMicros ?? rateMicros) : rateMicros;

/** To be used for an order: undefined while what was found at the address is too old. */
export const freshRate = (rate: EpusdtRate, now: Date): bigint | null | undefined =>
  rate.source === 'address' && !(rate.foundAt !== null && isRateFresh(rate.foundAt, now)) ? undefined : rateInUse(rate);

/**
 * Without a merchantId, as at Epusdt's own path, the tokens of the stores that the operator named are tried: an installation for few shops
 * works by changing the host alone, and no stranger's store costs them anything.
 */
export async function findEpusdtStore(deps: StoreDeps, fields: SignedFields, merchantId?: string): Promise<EpusdtStore | undefined> {
  const merchantIds = merchantId === undefined ? deps.epusdtStores : [merchantId];
  if (!isSignable(fields) || merchantIds.length === 0) return undefined;
  const offered = await listOffered(deps.db.query, merchantIds);
  const signer = offered.find(({ tokenSealed }) => isSignedWith(fields, openEpusdtToken(deps.secrets, tokenSealed)));
  return signer === undefined ? undefined : { store: principalOf(signer, false), rate: rateAtTime(signer, deps.clocks.business.now()) };
}
