import type { Tx } from '../../platform/db/db';
import { formatMicros } from '../../platform/money';
import type { InvoiceNews } from '../invoices/invoices.service';
import type { MerchantDeps } from './merchant.service';
import { listWantingPaidMail } from './notification-settings.queries';

async function tellPaid(deps: MerchantDeps, tx: Tx, { after }: InvoiceNews, userId: string): Promise<void> {
  const reader = await deps.accounts.findMailReader(tx, userId);
  if (reader === undefined) return;
  const { language, ...who } = reader;
  const at = (after.paidAt ?? deps.clocks.business.now()).toISOString();
  const values = { ...who, transId: after.transId, name: after.name, store: after.storeName, amount: formatMicros(after.paidMicros), at };
  await deps.mails.sendPaid(tx, { to: reader.email, language, values });
}

/** The owner and every administrator: money that counted as safe is gone. */
async function tellReversed(deps: MerchantDeps, tx: Tx, { before, after }: InvoiceNews): Promise<void> {
  const admins = await deps.accounts.listAdminIds(tx);
  for (const userId of new Set([...(after.userId === null ? [] : [after.userId]), ...admins])) {
    const reader = await deps.accounts.findMailReader(tx, userId);
    if (reader === undefined) continue;
    const { language, ...who } = reader;
    const at = deps.clocks.business.now().toISOString();
    const values = { ...who, transId: after.transId, amount: formatMicros(before.paidMicros), hash: after.transHash ?? '', at };
    await deps.mails.sendReversed(tx, { to: reader.email, language, values });
  }
}

/** Registered with invoices: the mail is queued in the transaction that makes it true. */
export async function tellMerchants(deps: MerchantDeps, tx: Tx, news: readonly InvoiceNews[]): Promise<void> {
  for (const each of news) if (each.topic === 'invoice.reversed') await tellReversed(deps, tx, each);
  const paid = news.filter(({ topic }) => topic === 'invoice.completed');
  const owners = [...new Set(paid.flatMap(({ after }) => after.userId ?? []))];
  if (owners.length === 0) return;
  const wanting = await listWantingPaidMail(tx, owners);
  for (const each of paid) {
    const { userId } = each.after;
    if (userId !== null && wanting.has(userId)) await tellPaid(deps, tx, each, userId);
  }
}
