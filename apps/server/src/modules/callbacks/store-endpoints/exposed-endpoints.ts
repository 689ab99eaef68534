import { findReport } from '../../../platform/audit-past.queries';
import type { Queryable } from '../../../platform/db/db';
import type { StoreId, UserId } from '../../../platform/id-types';
import { type EndpointWithSecret, listWithSecret } from './endpoints.queries';

/** Whose secret a thief may have read: those that stores had when their owner reported one, until it is renewed. */
export async function findExposedEndpoints(tx: Queryable, userId: UserId, storeIds: readonly StoreId[]): Promise<EndpointWithSecret[]> {
  const endpoints = await listWithSecret(tx, storeIds);
  if (endpoints.length === 0) return [];
  const report = await findReport(
    tx,
    userId,
    endpoints.map(({ id }) => id),
  );
  if (report === undefined) return [];
  const { done } = report;
  return endpoints.filter(({ id }) => !done.has(`callback-endpoint.added ${id}`) && !done.has(`callback-secret.renewed ${id}`));
}
