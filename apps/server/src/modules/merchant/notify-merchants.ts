import { formatMicros } from '@stablegate/rules';
import type { Tx } from '../../platform/db/db';
import type { StoredEvent } from '../../platform/events/outbox';
import { asInvoiceId } from '../../platform/id-types';
import type { InvoicePayload, InvoiceRecord } from '../invoices/invoices.service';
import type { MerchantDeps } from './merchant.deps';
import { listWantingPaidMail } from './notification-settings.queries';

type Notified = { readonly payload: InvoicePayload; readonly invoice: InvoiceRecord };

/** Amounts and times as of the event; the invoice may have changed since. */
async function readInvoices(deps: MerchantDeps, tx: Tx, events: readonly StoredEvent[]): Promise<Notified[]> {
  const subjects = events.map(({ subject }) => asInvoiceId(subject));
  const invoices = new Map((await deps.invoices.listByIds(tx, subjects)).map((invoice) => [invoice.id, invoice]));
  return events.flatMap(({ subject, payload }) => {
    const invoice = invoices.get(asInvoiceId(subject));
    return invoice === undefined ? [] : [{ payload: payload as InvoicePayload, invoice }];
  });
}

/** Follow-up of `invoice.completed`: to the owner, if they want it. */
export async function mailPaid(deps: MerchantDeps, tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const changes = await readInvoices(deps, tx, events);
  const wanting = await listWantingPaidMail(tx, [...new Set(changes.flatMap(({ invoice }) => invoice.userId ?? []))]);
  for (const { payload, invoice } of changes) {
    const { userId, transId, name, storeName: store } = invoice;
    const reader = userId !== null && wanting.has(userId) ? await deps.accounts.findMailReader(tx, userId) : undefined;
    if (reader === undefined) continue;
    const { language, ...who } = reader;
    const values = { ...who, transId, name, store, amount: formatMicros(BigInt(payload.paid)), at: payload.at };
    await deps.mails.sendPaid(tx, { to: reader.email, language, values });
  }
}

/** Follow-up of `invoice.reversed`: to the owner and every admin, since money that counted as final is gone. */
export async function mailReversed(deps: MerchantDeps, tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const admins = await deps.accounts.listAdminIds(tx);
  for (const { payload, invoice } of await readInvoices(deps, tx, events)) {
    const { userId: owner, transId, transHash } = invoice;
    for (const userId of new Set([...(owner === null ? [] : [owner]), ...admins])) {
      const reader = await deps.accounts.findMailReader(tx, userId);
      if (reader === undefined) continue;
      const { language, ...who } = reader;
      const values = { ...who, transId, amount: formatMicros(BigInt(payload.paidBefore)), hash: transHash ?? '', at: payload.at };
      await deps.mails.sendReversed(tx, { to: reader.email, language, values });
    }
  }
}
