import type { ApiCall, apiCallsApi, RouteQuery, RouteReply } from '@stablegate/contract';
import { DAY_MS } from '@stablegate/rules';
import { AppError } from '../../../platform/app-error';
import { dayAfter, startOfDay } from '../../../platform/db/time-zone';
import type { ApiCallId, StoreId, UserId } from '../../../platform/id-types';
import { firstIdAt, timeOfId } from '../../../platform/ids';
import { findPage } from '../../../platform/lists/find-page';
import { emptyToUndefined, totalsOf, windowOf } from '../../../platform/lists/paging';
import type { StoreDeps } from '../stores.deps';
import { findStore } from '../stores.queries';
import { type CallSpan, callList, forgetCallsOf, forgetNextCalls, type ListedCall, readCalls, readNextStores } from './api-calls.queries';

const KEPT_DAYS = 30;
/** About 20 MB with the indexes; a shop with a call a second fills it in a day. Between two hourly rounds there may be more. */
const KEPT_PER_STORE = 100_000;
const FORGOTTEN_AT_ONCE = 1_000;
const STORES_AT_ONCE = 50;
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
  const span = spanOf(emptyToUndefined(query.from), emptyToUndefined(query.to), deps.clocks.real.now(), deps.timeZone);
  const filter = {
    storeId,
    key: emptyToUndefined(query.key),
    route: emptyToUndefined(query.route),
    statusClass: classOf(emptyToUndefined(query.status)),
  };
  const { ids, ...found } = await findPage<ApiCallId>(deps.db, callList(filter, span), windowOf(query));
  return { content: (await readCalls(deps.db.query, ids)).map(toWire), ...totalsOf(found) };
}

type CallsDeps = Pick<StoreDeps, 'db' | 'clocks'>;

/** Ids are in the order of time: by the key, in batches. */
async function forgetOld({ db, clocks }: CallsDeps, isOver: () => boolean): Promise<void> {
  const until = firstIdAt('apiCall', oldest(clocks.real.now()));
  for (let after = ''; !isOver(); ) {
    const { count, last } = await forgetNextCalls(db.query, after, until, FORGOTTEN_AT_ONCE);
    if (count < FORGOTTEN_AT_ONCE || last === null) return;
    after = last;
  }
}

/** The store with the most calls must not fill the table: beyond the newest ones of each, by its index, in batches. */
async function forgetExcess({ db }: CallsDeps, kept: number, isOver: () => boolean): Promise<void> {
  for (let after = ''; !isOver(); ) {
    const { last, full } = await readNextStores(db.query, after, kept, STORES_AT_ONCE);
    for (const store of full) {
      while (!isOver() && (await forgetCallsOf(db.query, store, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE);
    }
    if (last === '') return;
    after = last;
  }
}

export async function forgetCalls(deps: CallsDeps, kept = KEPT_PER_STORE): Promise<void> {
  const began = performance.now();
  const isOver = () => performance.now() - began >= ROUND_MS_MAX;
  await forgetOld(deps, isOver);
  await forgetExcess(deps, kept, isOver);
}
