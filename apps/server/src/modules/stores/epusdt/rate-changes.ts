import { AppError } from '../../../platform/app-error';
import { type AuditedChange, recordAudit } from '../../../platform/audit';
import type { Queryable, Tx } from '../../../platform/db/db';
import { asStoreId, type StoreId, type UserId } from '../../../platform/id-types';
import type { Author } from '../../../platform/principal';
import type { PendingKind } from '../pending/pending-kind';
import type { StoreDeps } from '../stores.deps';
import { findStore, type StoreRecord } from '../stores.queries';
import { findEpusdt, listWaitingRates, saveEpusdt } from './epusdt.queries';
import { audited, type EpusdtRecord, NO_NEXT_RATE, rateAtTime, withNext } from './epusdt-rate.domain';

type RateChange = Pick<AuditedChange, 'action' | 'before' | 'after'> & { readonly effectiveAt?: Date };

export async function recordRate(
  { outbox }: StoreDeps,
  tx: Tx,
  author: Author,
  { id, name }: StoreRecord,
  { effectiveAt, ...change }: RateChange,
): Promise<void> {
  const detail = { store: name, ...(effectiveAt === undefined ? {} : { effectiveAt: effectiveAt.toISOString() }) };
  await recordAudit(outbox, tx, author, { ...change, subject: id, detail });
}

const changed = (before: EpusdtRecord | undefined, after: EpusdtRecord): RateChange => ({
  action: 'epusdt.changed',
  ...(before === undefined ? {} : { before: audited(before) }),
  after: audited(after),
});
const canceled = (before: EpusdtRecord): RateChange => ({ action: 'epusdt.canceled', before: { rate: audited(withNext(before)).rate } });

/** What the log says of a change of settings. */
export function changesOf(before: EpusdtRecord | undefined, after: EpusdtRecord): RateChange[] {
  const isCanceled = before !== undefined && before.nextAt !== null && after.nextAt === null;
  const aboutNext: RateChange[] = [
    ...(isCanceled ? [canceled(before)] : []),
    ...(after.nextAt === null
      ? []
      : [{ action: 'epusdt.requested', before: audited(after), after: audited(withNext(after)), effectiveAt: after.nextAt } as const]),
  ];
  const isSame = before !== undefined && JSON.stringify(audited(before)) === JSON.stringify(audited(after));
  return isSame && aboutNext.length > 0 ? aboutNext : [...aboutNext, changed(before, after)];
}

/** The caller has locked the store. A rate that is due is in force already; this makes it plain. */
export async function settleRate(tx: Tx, deps: StoreDeps, author: Author, store: StoreRecord): Promise<EpusdtRecord | undefined> {
  const found = await findEpusdt(tx, store.id);
  const current = found && rateAtTime(found, deps.clocks.business.now());
  if (current === undefined || current === found) return found;
  await saveEpusdt(tx, current, deps.clocks.real.now());
  await recordRate(deps, tx, author, store, changed(found, current));
  return current;
}

/** False when nothing waits. */
async function cancelRate(tx: Tx, deps: StoreDeps, author: Author, storeId: StoreId): Promise<boolean> {
  const store = await findStore(tx, author.userId, storeId, { lock: true });
  if (store === undefined) throw new AppError('not_found');
  const found = await settleRate(tx, deps, author, store);
  if (found === undefined || found.nextAt === null) return false;
  await saveEpusdt(tx, { ...found, ...NO_NEXT_RATE }, deps.clocks.real.now());
  await recordRate(deps, tx, author, store, canceled(found));
  return true;
}

async function isRateWaiting(deps: StoreDeps, tx: Queryable, userId: UserId, storeId: StoreId): Promise<boolean> {
  const found = (await findStore(tx, userId, storeId)) && (await findEpusdt(tx, storeId));
  return found !== undefined && rateAtTime(found, deps.clocks.business.now()).nextAt !== null;
}

export async function cancelOwnRate(deps: StoreDeps, author: Author, storeId: StoreId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await cancelRate(tx, deps, author, storeId))) throw new AppError('conflict');
  });
}

export const RATES: PendingKind = {
  requested: 'epusdt.requested',
  list: listWaitingRates,
  isWaiting: (deps, tx, userId, id) => isRateWaiting(deps, tx, userId, asStoreId(id)),
  cancel: (deps, tx, author, id) => cancelRate(tx, deps, author, asStoreId(id)),
  settle: async (deps, tx, author, id) => {
    const store = await findStore(tx, author.userId, asStoreId(id), { lock: true });
    if (store !== undefined) await settleRate(tx, deps, author, store);
  },
};
