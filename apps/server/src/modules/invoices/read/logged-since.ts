import type { DatabaseClocks } from '../../../platform/db/database-time';

const TRANSACTION_MS_MAX = 300_000;

/**
 * The log's own time is that of the transaction's start, in real time; a sandbox may have moved business time ahead of it, never back. So what
 * happened at `at` or later was logged after this.
 */
export const loggedSince = (at: Date, clocks: Pick<DatabaseClocks, 'movedMs'>): Date =>
  new Date(at.getTime() - clocks.movedMs() - TRANSACTION_MS_MAX);
