import { transfersApi } from '@stablegate/contract';
import { call } from './api';

/** How many transfers wait for a decision. A file of its own: the shell asks for it after it is drawn. */
export const readUnmatchedCount = async (signal: AbortSignal): Promise<number> =>
  (await call(transfersApi.list, { query: { state: 'unmatched', page: 0, size: 1 }, signal })).totalElements;
