import { type BulkResult, errorCatalogue } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import type { InvoiceId, UserId } from '../../platform/id-types';
import type { InvoiceRecord } from '../invoices/invoices.service';
import type { MerchantDeps } from './merchant.deps';

/** Shown to users, and keys of the translations. */
const REASONS = {
  absent: 'Not found.',
  open: 'This invoice is still open.',
  noCallback: 'This invoice has no callback yet.',
  outdated: errorCatalogue.callback_outdated.message,
  tooOld: errorCatalogue.callback_too_old.message,
  tooOften: 'Its callback was resent too often. Please try again later.',
} as const;

/** With the transactions of its confirmed refunds, oldest first. */
export type ExportedInvoice = InvoiceRecord & { readonly refundHashes: readonly string[] };

type Chosen = { readonly given: string; readonly invoice: InvoiceRecord | undefined };

/** The selection without duplicates, whether by id or by transId. */
async function choose(deps: MerchantDeps, userId: UserId, ids: readonly string[]): Promise<Chosen[]> {
  const invoices = await deps.invoices.listOwn(userId, ids);
  const known = new Map<string, InvoiceRecord>(
    invoices.flatMap((invoice) => [[invoice.id, invoice] as const, [invoice.transId, invoice] as const]),
  );
  const seen = new Set<string>();
  return ids.flatMap((given) => {
    const invoice = known.get(given);
    const identity = invoice?.id ?? given;
    if (seen.has(identity)) return [];
    seen.add(identity);
    return [{ given, invoice }];
  });
}

function resultOf(chosen: readonly Chosen[], done: ReadonlySet<InvoiceId>, reasonOf: (invoice: InvoiceRecord) => string): BulkResult {
  const skipped = chosen.flatMap(({ given, invoice }) => {
    if (invoice === undefined) return [{ id: given, reason: REASONS.absent }];
    return done.has(invoice.id) ? [] : [{ id: given, reason: reasonOf(invoice) }];
  });
  return { done: done.size, skipped };
}

const idsOf = (chosen: readonly Chosen[]): InvoiceId[] => chosen.flatMap(({ invoice }) => invoice?.id ?? []);

/** Resends the last event of each immediately, under its own webhook-id. */
export async function retryCallbacks(deps: MerchantDeps, userId: UserId, ids: readonly string[]): Promise<BulkResult> {
  const chosen = await choose(deps, userId, ids);
  const { sent, limited, outdated, tooOld } = await deps.callbacks.resend(idsOf(chosen));
  return resultOf(chosen, new Set(sent), ({ id }) => {
    if (limited.includes(id)) return REASONS.tooOften;
    if (outdated.includes(id)) return REASONS.outdated;
    return tooOld.includes(id) ? REASONS.tooOld : REASONS.noCallback;
  });
}

export async function hideInvoices(deps: MerchantDeps, userId: UserId, ids: readonly string[]): Promise<BulkResult> {
  const chosen = await choose(deps, userId, ids);
  const hidden = new Set(await deps.invoices.hide(chosen.flatMap(({ invoice }) => invoice ?? [])));
  return resultOf(chosen, hidden, () => REASONS.open);
}

/** For a file: in list order, newest first. Other users' invoices are left out. */
export async function chosenInvoices(deps: MerchantDeps, userId: UserId, ids: readonly string[]): Promise<ExportedInvoice[]> {
  const invoices = await deps.invoices.listOwn(userId, ids);
  if (invoices.length === 0) throw new AppError('not_found');
  const refunded = invoices.filter(({ refundedMicros }) => refundedMicros > 0n).map(({ id }) => id);
  const hashes = await deps.invoices.refunds.listHashes(refunded);
  return invoices.map((invoice) => ({ ...invoice, refundHashes: hashes.get(invoice.id) ?? [] }));
}
