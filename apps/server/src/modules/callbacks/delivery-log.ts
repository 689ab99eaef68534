import { type CallbackDelivery, DEFAULT_ENDPOINT, type DeliveriesQuery } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import type { Tx } from '../../platform/db/db';
import type { DeliveryId, StoreId, UserId } from '../../platform/id-types';
import { eventOfType, findOutdatedEvents, typeOf } from '../invoices/invoices.service';
import type { CallbackDeps } from './callbacks.deps';
import { makeDueAgain } from './callbacks.queries';
import { findInvoiceOf, type LoggedDelivery, listDeliveries, lockDelivery } from './delivery-log.queries';
import { transIdOf } from './event-body';
import { eventIdOfDelivery, isWithinLimits, lockOutdated, recordResent } from './resend';

const STATE_OF = { delivered: 'delivered', superseded: 'superseded', dead: 'given_up' } as const;
const VERSION_OF: Readonly<Record<number, CallbackDelivery['version']>> = { 1: '1', 2: '2', 3: 'epusdt' };
const OUTCOME_OF = { waiting: 'waiting', delivered: 'delivered', superseded: 'superseded', given_up: 'dead' } as const;

const toWire = (row: LoggedDelivery, outdated: ReadonlySet<string>): CallbackDelivery => ({
  id: row.id,
  webhookId: row.webhookId,
  type: typeOf(row.event),
  transId: transIdOf(row.body),
  endpointId: row.endpointId ?? DEFAULT_ENDPOINT,
  url: row.url,
  version: VERSION_OF[row.version] ?? '2',
  state: row.outcome === null ? 'waiting' : STATE_OF[row.outcome],
  outdated: outdated.has(eventIdOfDelivery(row)),
  attempts: row.attempts,
  createdAt: row.createdAt.toISOString(),
  nextAt: row.outcome === null ? row.dueAt.toISOString() : null,
  last:
    row.lastAt === null || row.lastOutcome === null
      ? null
      : {
          at: row.lastAt.toISOString(),
          outcome: row.lastOutcome,
          httpStatus: row.httpStatus,
          durationMs: row.durationMs ?? 0,
          response: row.response,
        },
});

type Page = { readonly content: CallbackDelivery[]; readonly next: string | null };

export async function readDeliveries(deps: CallbackDeps, userId: UserId, storeId: StoreId, query: DeliveriesQuery): Promise<Page> {
  await deps.stores.get(userId, storeId);
  const { state, type, cursor, limit } = query;
  const rows = await listDeliveries(deps.db.query, storeId, {
    outcome: state === undefined || state === '' ? undefined : OUTCOME_OF[state],
    event: type === undefined || type === '' ? undefined : eventOfType(type),
    before: cursor,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const outdated = await findOutdatedEvents(deps.db.query, [...new Set(shown.map(({ invoiceId }) => invoiceId))]);
  const content = shown.map((row) => toWire(row, outdated));
  return { content, next: rows.length > limit ? (content.at(-1)?.id ?? null) : null };
}

/** Due now, with all attempts again, under its own id. */
export async function resendDelivery(deps: CallbackDeps, tx: Tx, storeId: StoreId, id: DeliveryId): Promise<void> {
  const invoiceId = await findInvoiceOf(tx, storeId, id);
  if (invoiceId === undefined) throw new AppError('not_found');
  const { locked, outdated } = await lockOutdated(tx, [invoiceId]);
  const delivery = await lockDelivery(tx, id);
  if (delivery.isEmptied) throw new AppError('callback_too_old');
  if (outdated.has(eventIdOfDelivery(delivery))) throw new AppError('callback_outdated');
  if (!(await isWithinLimits(deps.limiter, delivery))) throw new AppError('rate_limited');
  await makeDueAgain(tx, [id], deps.clocks.business.now());
  await recordResent(tx, locked);
}
