import { z } from 'zod';
import { dayFilter, orEmpty } from '../admin/admin-common';
import { pageOf, pageQuery, searchedFrom, timeSchema } from '../common';
import { epusdtApi } from '../merchant/epusdt';
import { merchantApi } from '../merchant/merchant-api';
import { merchantRefundsApi } from '../refunds/merchant-refunds';
import { defineRoute } from '../route';

/** What proves who calls and is no additional key, as `key` of a call names it. */
export const MAIN_KEY = 'main';
export const EPUSDT_TOKEN = 'epusdt';

/** Calls that are made with a key or a token of a store, as the contract writes them. */
export const API_CALL_ROUTES: readonly string[] = Object.values({ ...merchantApi, ...merchantRefundsApi, ...epusdtApi }).map(
  ({ method, path }) => `${method} ${path}`,
);
export const API_CALL_STATUSES = ['2xx', '4xx', '5xx'] as const;

export const apiCallSchema = z.object({
  id: z.string(),
  at: timeSchema.describe('When it was answered'),
  key: z.string().describe('main, epusdt, or the id of an additional key'),
  keyName: z.string().nullable().describe('Of an additional key'),
  ip: z.string(),
  route: z.string().describe('Method and path, as this document names them'),
  status: z.number().int(),
  requestId: z.string().describe('As the answer named it'),
});
export type ApiCall = z.infer<typeof apiCallSchema>;

export const apiCallFilters = {
  key: orEmpty(z.string().regex(/^[a-z0-9_]{1,64}$/)).describe('main, epusdt, or the id of an additional key'),
  route: orEmpty(z.enum(API_CALL_ROUTES)),
  status: orEmpty(z.enum(API_CALL_STATUSES)),
  from: dayFilter,
  to: dayFilter,
};

export const apiCallsApi = {
  list: defineRoute({
    tag: 'Stores',
    access: 'verified',
    team: 'secrets',
    method: 'GET',
    path: '/store/{id}/api-calls',
    summary:
      "What a store's servers have called with its keys in the last 30 days, newest first, refused calls included; calls appear a second or two later. Of a store with more than 100,000 the newest are kept. Nothing of what they carried is kept",
    params: z.object({ id: z.string().min(1).max(64) }),
    query: z.object({ ...apiCallFilters, ...pageQuery }),
    reply: { 200: pageOf(apiCallSchema).extend({ searchedFrom }) },
    errors: ['not_found', 'page_too_far'],
  }),
};
