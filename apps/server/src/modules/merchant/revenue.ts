import type { Revenue, RevenueDay } from '@stablegate/contract';
import { toWireNumber } from '@stablegate/rules';
import type { Tx } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';
import type { InvoiceTransition } from '../invoices/invoices.service';
import { businessDay, mondayOf, shiftDay } from './business-days';
import type { MerchantDeps } from './merchant.deps';
import { addRevenue, listRevenueDays, type RevenueStep, readRevenue } from './revenue.queries';

/**
 * What an invoice adds to the roll-up. A reversed payment is subtracted from the day on which it was counted, and added back there when
 * it returns: revenue is what was actually received. The platform's own deposits are no revenue.
 */
function stepOf({ topic, after: { userId, paidAt, amountMicros } }: InvoiceTransition): RevenueStep | undefined {
  if (userId === null || paidAt === null) return undefined;
  if (topic === 'invoice.completed' || topic === 'invoice.restored') return { userId, at: paidAt, amountMicros, invoices: 1 };
  if (topic === 'invoice.reversed') return { userId, at: paidAt, amountMicros: -amountMicros, invoices: -1 };
  return undefined;
}

/** In the transaction that changes the invoices. */
export async function countRevenue(deps: MerchantDeps, tx: Tx, transitions: readonly InvoiceTransition[]): Promise<void> {
  const steps = transitions.flatMap((each) => stepOf(each) ?? []);
  if (steps.length > 0) await addRevenue(tx, steps, deps.timeZone);
}

/** Of one user; without one, of everyone. */
export async function getRevenue(deps: MerchantDeps, userId?: UserId): Promise<Revenue> {
  const today = businessDay(deps);
  const days = { today, yesterday: shiftDay(today, -1), week: mondayOf(today), month: `${today.slice(0, 7)}-01` };
  const { allTime, month, week, today: now, yesterday } = await readRevenue(deps.db.query, userId, days);
  return {
    allTime: toWireNumber(allTime.amount),
    month: toWireNumber(month.amount),
    week: toWireNumber(week.amount),
    today: toWireNumber(now.amount),
    yesterday: toWireNumber(yesterday.amount),
    counts: {
      allTime: allTime.invoices,
      month: month.invoices,
      week: week.invoices,
      today: now.invoices,
      yesterday: yesterday.invoices,
    },
    businessDay: today,
  };
}

/** The last `days` days, oldest first; the last of them is today. */
export async function getRevenueSeries(deps: MerchantDeps, days: number, userId?: UserId): Promise<RevenueDay[]> {
  const last = businessDay(deps);
  const rows = await listRevenueDays(deps.db.query, userId, { first: shiftDay(last, 1 - days), last });
  return rows.map(({ day, amount, invoices }) => ({ date: day, amount: toWireNumber(amount), count: invoices }));
}
