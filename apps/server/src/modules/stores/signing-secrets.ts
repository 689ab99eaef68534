import { DAY_MS } from '@stablegate/rules';
import { assertDefined } from '../../platform/assert';
import type { StoreId } from '../../platform/id-types';
import { findSigningSecrets } from './store-access.queries';
import { newCallbackSecret, openApiKey, openCallbackSecret, openEpusdtToken, sealCallbackSecret } from './store-secrets';
import type { StoreDeps } from './stores.deps';

export type Signing = {
  readonly merchantId: string;
  /** The store's current key; empty when the store was deleted, and where its callbacks carry none. */
  readonly apiKey: string;
  /** Newest first; for a day after a change also the previous one, so that either verifies. */
  readonly secrets: readonly string[];
  /** Of Epusdt's protocol; undefined where the store never switched it on. */
  readonly epusdtToken: string | undefined;
};

const keyOf = ({ secrets }: StoreDeps, sealed: Buffer | null): string => (sealed === null ? '' : openApiKey(secrets, sealed));

/** What a callback is signed with. */
export async function readSigningSecrets(deps: StoreDeps, storeId: StoreId): Promise<Signing> {
  const found = assertDefined(await findSigningSecrets(deps.db.query, storeId), `store ${storeId}`);
  const { previous, previousUntil } = found;
  const overlaps = previous !== null && previousUntil !== null && previousUntil > deps.clocks.real.now();
  return {
    merchantId: found.merchantId,
    apiKey: found.keyInCallbacks ? keyOf(deps, found.apiKeySealed) : '',
    epusdtToken: found.epusdtTokenSealed === null ? undefined : openEpusdtToken(deps.secrets, found.epusdtTokenSealed),
    secrets: [found.current, ...(overlaps ? [previous] : [])].map((sealed) => openCallbackSecret(deps.secrets, sealed)),
  };
}

/** How long the old secret signs beside its successor. */
export const SECRET_OVERLAP_MS = DAY_MS;

export function sealedCallbackSecret({ secrets, clocks }: StoreDeps): { secret: string; sealed: Buffer; oldUntil: Date } {
  const secret = newCallbackSecret();
  const oldUntil = new Date(clocks.real.now().getTime() + SECRET_OVERLAP_MS);
  return { secret, sealed: sealCallbackSecret(secrets, secret), oldUntil };
}
