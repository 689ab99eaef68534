import { AppError } from '../../../platform/app-error';
import type { StorePrincipal } from '../../../platform/principal';
import { openEpusdtToken } from '../store-secrets';
import type { StoreDeps } from '../stores.deps';
import { type EpusdtRate, listOffered, type OfferedStore } from './epusdt.queries';
import { isSignable, isSignedWith, type SignedFields } from './epusdt-signature';

export type EpusdtStore = { readonly store: StorePrincipal; readonly rate: EpusdtRate };

/**
 * Without a merchantId, as at Epusdt's own path, every token is tried: an installation for few shops works by changing the host alone. Beyond
 * this many the stores' own addresses are needed, so that a stranger's call costs no more.
 */
const TRIED_MAX = 50;

/** The rate in use; null when amounts are USDT. */
export const rateInUse = ({ source, rateMicros, foundMicros }: EpusdtRate): bigint | null =>
  source === 'address' ? (foundMicros ?? rateMicros) : rateMicros;

function principalOf({ active, storeId, userId, invoiceExpiryMinutes, ownerSince }: OfferedStore): StorePrincipal {
  if (!active) throw new AppError('store_inactive');
  return { storeId, userId, invoiceExpiryMinutes, ownerSince };
}

export async function findEpusdtStore(deps: StoreDeps, fields: SignedFields, merchantId?: string): Promise<EpusdtStore | undefined> {
  if (!isSignable(fields)) return undefined;
  const offered = await listOffered(deps.db.query, merchantId ?? null, TRIED_MAX + 1);
  if (offered.length > TRIED_MAX) return undefined;
  const signer = offered.find(({ tokenSealed }) => isSignedWith(fields, openEpusdtToken(deps.secrets, tokenSealed)));
  return signer === undefined ? undefined : { store: principalOf(signer), rate: signer };
}
