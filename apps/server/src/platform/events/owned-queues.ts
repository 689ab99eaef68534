import type { Config } from '../../config';
import { oneProcessAtATime } from '../db/migrate';
import { grantRights } from '../db/rights';
import type { Jobs } from './jobs';

/** Queues are tables too: where the running role owns none, the one that does creates them (ADR 52). */
export async function createOwnedQueues({ migrationUrl, directUrl }: Config['database'], jobs: Jobs): Promise<void> {
  if (migrationUrl === undefined) return;
  await oneProcessAtATime(migrationUrl, async (owner) => {
    await jobs.createQueues(migrationUrl);
    await grantRights(owner, directUrl);
  });
}
