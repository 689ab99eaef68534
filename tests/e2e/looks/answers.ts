import type { Page, Route } from '@playwright/test';
import { API } from '../bills';

/** The frame's own calls: without session and texts there is no screen that could load or fail. */
const isOfFrame = (url: URL): boolean => /\/auth$|\/auth\/translations(\/languages|\/add-missing)?$|\/team\/accounts$/.test(url.pathname);
const isOfScreen = (url: URL): boolean => url.pathname.startsWith(`${API}/`) && !isOfFrame(url);

type Which = (url: URL) => boolean;
export const callsTo =
  (path: string): Which =>
  (url) =>
    url.pathname.startsWith(API + path);

/** Never answered: the screen goes on loading. */
export const held = (page: Page, which: Which = isOfScreen) => page.route(which, () => undefined);

const FAILURE = {
  status: 500,
  json: { code: 'internal_error', message: 'Something went wrong on our side. Please try again.', requestId: 'req_0f3b5a7c91d24e68' },
};
export const failed = (page: Page, which: Which = isOfScreen) => page.route(which, (route) => route.fulfill(FAILURE));
export const refused = (page: Page, path: string, status: number, code: string) =>
  page.route(callsTo(path), (route) => route.fulfill({ status, json: { code, message: code } }));
export const answered = (page: Page, path: string, json: unknown) => page.route(callsTo(path), (route) => route.fulfill({ json }));

/** Counts, and the sums of the statistics: all time, month, week and today are empty together. */
const COUNT = /total|count|elements|^users|^fee_|^(allTime|month|week|today|yesterday)$/i;
const isDay = (value: unknown): boolean => typeof value === 'object' && value !== null && 'date' in value;

/** The same answer with nothing in it: no rows, counts of zero; the days of a chart stay, each with nothing. */
export function emptied(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.every(isDay) ? value.map((day) => zeroed(day)) : [];
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, emptied(inner, name)]));
  return typeof value === 'number' && COUNT.test(key) ? 0 : value;
}

const zeroed = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Object.fromEntries(
        Object.entries(value).map(([name, inner]) => {
          if (typeof inner === 'number') return [name, 0];
          return [name, typeof inner === 'string' && /^\d+(\.\d+)?$/.test(inner) ? '0' : inner];
        }),
      );

export const changed = (page: Page, which: Which, change: (reply: unknown) => unknown) =>
  page.route(which, async (route: Route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const isJson = response.headers()['content-type']?.includes('json') === true;
    return isJson && response.ok() ? route.fulfill({ response, json: change(await response.json()) }) : route.fulfill({ response });
  });

export const empty = (page: Page, which: Which = isOfScreen) => changed(page, which, (reply) => emptied(reply));
