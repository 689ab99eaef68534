import { DAY_MS } from '@stablegate/rules';
import type { DatabaseClocks } from '../../../platform/db/database-time';

type LogClocks = Pick<DatabaseClocks, 'business' | 'movedMs'>;

const TRANSACTION_MS_MAX = 300_000;

/**
 * The log's own time is that of the transaction's start, in real time; a sandbox may have moved business time ahead of it, never back. So what
 * happened at `at` or later was logged after this.
 */
export const loggedSince = (at: Date, clocks: LogClocks): Date => new Date(at.getTime() - clocks.movedMs() - TRANSACTION_MS_MAX);

/** Nothing is logged after this; a day covers a clock that is set back. */
export const loggedUntil = ({ business, movedMs }: LogClocks): Date => new Date(business.now().getTime() - movedMs() + DAY_MS);
