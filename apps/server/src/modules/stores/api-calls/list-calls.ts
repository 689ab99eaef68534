import type { ApiCall, apiCallsApi, RouteQuery, RouteReply } from '@stablegate/contract';
import { DAY_MS } from '@stablegate/rules';
import { AppError } from '../../../platform/app-error';
import { dayAfter, startOfDay } from '../../../platform/db/time-zone';
import type { ApiCallId, StoreId, UserId } from '../../../platform/id-types';
import { firstIdAt, timeOfId } from '../../../platform/ids';
import { findPage } from '../../../platform/lists/find-page';
import { given, totalsOf, windowOf } from '../../../platform/lists/paging';
import type { StoreDeps } from '../stores.deps';
import { findStore } from '../stores.queries';
import { type CallSpan, callList, forgetNextCalls, type ListedCall, readCalls } from './api-calls.queries';

const KEPT_DAYS = 30;
const FORGOTTEN_AT_ONCE = 1_000;
/** Well within the lease of a job (ADR 5); the next hour goes on. */
const ROUND_MS_MAX = 20_000;

const oldest = (now: Date): Date => new Date(now.getTime() - KEPT_DAYS * DAY_MS);

const toWire = ({ id, storeId: _store, ...call }: ListedCall): ApiCall => ({ id, at: timeOfId(id).toISOString(), ...call });

const classOf = (status: string | undefined): number | undefined => (status === undefined ? undefined : Number.parseInt(status, 10));

/** Whole days of the business time zone, both included; nothing that is older than what is kept. */
function spanOf(from: string | undefined, to: string | undefined, now: Date, timeZone: string): CallSpan {
  const since = from === undefined ? 0 : startOfDay(from, timeZone).getTime();
  return {
    first: firstIdAt('apiCall', new Date(Math.max(since, oldest(now).getTime()))),
    end: to === undefined ? undefined : firstIdAt('apiCall', startOfDay(dayAfter(to), timeZone)),
  };
}

export type CallQuery = RouteQuery<typeof apiCallsApi.list>;
type Page = RouteReply<typeof apiCallsApi.list>;

export async function listCalls(deps: StoreDeps, userId: UserId, storeId: StoreId, query: CallQuery): Promise<Page> {
  if ((await findStore(deps.db.query, userId, storeId)) === undefined) throw new AppError('not_found');
  const span = spanOf(given(query.from), given(query.to), deps.clocks.real.now(), deps.timeZone);
  const filter = { storeId, key: given(query.key), route: given(query.route), statusClass: classOf(given(query.status)) };
  const { ids, ...found } = await findPage<ApiCallId>(deps.db, callList(filter, span), windowOf(query));
  return { content: (await readCalls(deps.db.query, ids)).map(toWire), ...totalsOf(found) };
}

/** Ids are in the order of time: by the key, in batches. */
export async function forgetCalls({ db, clocks }: Pick<StoreDeps, 'db' | 'clocks'>): Promise<void> {
  const until = firstIdAt('apiCall', oldest(clocks.real.now()));
  const began = performance.now();
  for (let after = ''; performance.now() - began < ROUND_MS_MAX; ) {
    const { count, last } = await forgetNextCalls(db.query, after, until, FORGOTTEN_AT_ONCE);
    if (count < FORGOTTEN_AT_ONCE || last === null) return;
    after = last;
  }
}
