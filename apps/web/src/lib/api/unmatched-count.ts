import { transfersApi } from '@stablegate/contract';
import { call } from './api';

/** Number of transfers awaiting a decision. A separate file: the shell requests it after it is rendered. */
export const readUnmatchedCount = async (signal: AbortSignal): Promise<number> =>
  (await call(transfersApi.list, { query: { state: 'unmatched', page: 0, size: 1 }, signal })).totalElements;
