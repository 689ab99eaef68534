import { STORE_SECRETS, type StoreSecret } from '@stablegate/contract';
import { findReport } from '../../../platform/audit-past.queries';
import type { Queryable } from '../../../platform/db/db';
import type { StoreId, UserId } from '../../../platform/id-types';
import { listWithToken } from '../epusdt/epusdt.queries';
import type { StoreDeps } from '../stores.deps';
import type { StoreRecord } from '../stores.queries';

export type ExposedSecrets = ReadonlyMap<StoreId, StoreSecret[]>;

const RENEWED_BY = {
  apiKey: 'api-key.renewed',
  callbackSecret: 'callback-secret.renewed',
  epusdtToken: 'epusdt-token.renewed',
} as const satisfies Record<Exclude<StoreSecret, 'endpointSecrets'>, string>;

/** Secrets that a thief may have read: those that stores had when their owner reported one, until each is renewed. */
export async function findExposedSecrets(
  deps: StoreDeps,
  tx: Queryable,
  userId: UserId,
  stores: readonly Pick<StoreRecord, 'id'>[],
): Promise<ExposedSecrets> {
  const ids = stores.map(({ id }) => id);
  const report = await findReport(tx, userId, ids);
  if (report === undefined) return new Map();
  const withToken = await listWithToken(tx, ids, report.at);
  const withEndpoint = new Set((await deps.findExposedEndpoints(tx, userId, ids)).map(({ storeId }) => storeId));
  const isExposed = (id: StoreId, secret: StoreSecret): boolean =>
    secret === 'endpointSecrets' ? withEndpoint.has(id) : isOwnExposed(id, secret);
  const isOwnExposed = (id: StoreId, secret: keyof typeof RENEWED_BY): boolean =>
    !report.done.has(`store.created ${id}`) &&
    !report.done.has(`${RENEWED_BY[secret]} ${id}`) &&
    (secret !== 'epusdtToken' || withToken.has(id));
  return new Map(ids.map((id) => [id, STORE_SECRETS.filter((secret) => isExposed(id, secret))]));
}
