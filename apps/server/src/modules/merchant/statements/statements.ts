import { Readable } from 'node:stream';
import type { Statement, StatementFormat, Store } from '@stablegate/contract';
import { formatMicros, HOUR_MS } from '@stablegate/rules';
import { AppError } from '../../../platform/app-error';
import { startOfDay, toZonedIso } from '../../../platform/db/time-zone';
import { openExport } from '../../../platform/export/export-file';
import { ONE_PIECE } from '../../../platform/export/export-table';
import type { StoreId, UserId } from '../../../platform/id-types';
import { type PageQuery, type Totals, totalsOf, windowOf } from '../../../platform/lists/paging';
import type { JournalSpan } from '../../ledger/ledger.service';
import type { MerchantDeps } from '../merchant.deps';
import { OFX_MEDIA_TYPE, writeOfx } from './ofx-file';
import { type MonthSums, monthsDown, shiftMonth, sumsOf } from './statement.domain';
import { sumRefunded, sumSpan } from './statement.queries';
import { eachRefundRow, eachStatementRow } from './statement-rows';
import { statementTable, type Translate } from './statement-table';

/** A month is closed one hour after its end: by then whatever was begun in it is committed, and the statement never changes again. */
const SETTLED_MS = HOUR_MS;

/** YYYY-MM of the business time zone. */
export const lastClosedMonth = ({ clocks, timeZone }: Pick<MerchantDeps, 'clocks' | 'timeZone'>): string =>
  shiftMonth(toZonedIso(new Date(clocks.business.now().getTime() - SETTLED_MS), timeZone).slice(0, 7), -1);

type Period = { readonly from: Date; readonly to: Date };
const periodOf = (month: string, timeZone: string): Period => ({
  from: startOfDay(`${month}-01`, timeZone),
  to: startOfDay(`${shiftMonth(month, 1)}-01`, timeZone),
});

type Read = Period & { readonly span: JournalSpan; readonly sums: MonthSums };

async function readStatement(deps: MerchantDeps, userId: UserId, storeId: StoreId | undefined, month: string): Promise<Read> {
  const period = periodOf(month, deps.timeZone);
  const span = await deps.ledger.findSpan(userId, period.from, period.to);
  if (span === undefined) throw new AppError('not_found');
  const [parts, refundedMicros] = await Promise.all([
    sumSpan(deps.db.query, span, storeId),
    sumRefunded(deps.db.query, { userId, storeId, ...period }),
  ]);
  return { ...period, span, sums: { ...sumsOf(span, parts), refundedMicros } };
}

export async function readSums(deps: MerchantDeps, userId: UserId, storeId: StoreId | undefined, month: string): Promise<MonthSums> {
  return (await readStatement(deps, userId, storeId, month)).sums;
}

const toWire = (month: string, sums: MonthSums): Statement => ({
  month,
  opening: formatMicros(sums.openingMicros),
  topUps: formatMicros(sums.topUpsMicros),
  fees: formatMicros(sums.feesMicros),
  refunds: formatMicros(sums.refundsMicros),
  adjustments: formatMicros(sums.adjustmentsMicros),
  otherFees: formatMicros(sums.otherFeesMicros),
  closing: formatMicros(sums.closingMicros),
  lines: sums.lines,
  refunded: formatMicros(sums.refundedMicros),
});

async function getStore({ stores }: MerchantDeps, userId: UserId, storeId: StoreId): Promise<Store> {
  const store = (await stores.list(userId)).find(({ id }) => id === storeId);
  if (store === undefined) throw new AppError('not_found');
  return store;
}

/** From the account's first entry to the last closed month. */
async function listMonths(deps: MerchantDeps, userId: UserId): Promise<string[]> {
  const first = await deps.ledger.findFirstEntryAt(userId);
  return first === undefined ? [] : monthsDown(lastClosedMonth(deps), toZonedIso(first, deps.timeZone).slice(0, 7));
}

export type StatementPage = Totals & { readonly content: Statement[] };

export async function listStatements(
  deps: MerchantDeps,
  userId: UserId,
  storeId: StoreId | undefined,
  page: PageQuery,
): Promise<StatementPage> {
  if (storeId !== undefined) await getStore(deps, userId, storeId);
  const { offset, limit } = windowOf(page);
  const months = await listMonths(deps, userId);
  const content: Statement[] = [];
  for (const month of months.slice(offset, offset + limit)) content.push(toWire(month, await readSums(deps, userId, storeId, month)));
  return { content, ...totalsOf({ total: months.length, isExact: true }) };
}

export type StatementRequest = { readonly month: string; readonly storeId?: StoreId | undefined; readonly format: StatementFormat };
export type StatementWords = { readonly language: string; readonly t: Translate };
export type StatementFile = { readonly name: string; readonly mediaType: string; readonly stream: Readable };

export async function openStatement(
  deps: MerchantDeps,
  userId: UserId,
  { month, storeId, format }: StatementRequest,
  { language, t }: StatementWords,
): Promise<StatementFile> {
  const store = storeId === undefined ? undefined : await getStore(deps, userId, storeId);
  if (!(await listMonths(deps, userId)).includes(month)) throw new AppError('not_found');
  const { db, timeZone } = deps;
  const { from, to, span, sums } = await readStatement(deps, userId, storeId, month);
  const rows = eachStatementRow({ db, span, sums, storeId, from, to });
  const name = `statement-${month}${store === undefined ? '' : `-${store.merchantId}`}.${format}`;
  if (format === 'ofx') {
    const accountId = store?.merchantId ?? userId;
    const ofx = writeOfx({ accountId, language, from, to, timeZone, sums, rows, t, otherId: `other-fees-${accountId}-${month}` });
    return { name, mediaType: OFX_MEDIA_TYPE, stream: Readable.from(ofx, ONE_PIECE) };
  }
  const refunds = eachRefundRow({ db, userId, storeId, from, to });
  const table = statementTable({ t, month, storeName: store?.name, timeZone, sums, rows, refunds, isPdf: format === 'pdf' });
  return { name, ...openExport(format, table, language) };
}
