import type { Tx } from '../../../platform/db/db';
import type { InvoiceId } from '../../../platform/id-types';
import type { Transfer, TransferChange } from '../../chains/chains.service';
import { changeInvoices, type InvoiceChange } from '../change-invoice';
import type { InvoiceDeps, InvoiceTransition } from '../invoices.deps';
import { type InvoiceRecord, lockInvoices } from '../invoices.queries';
import { notifyOtherAmounts } from '../read/payment-notices';
import { matchNext } from './match-transfer';
import { moveFees } from './move-fees';
import { updateRemainderReservations } from './remainder-reservations';
import { type AttachedTransfer, type Settlement, settle } from './settle.domain';
import { attachTransfers, findAttachments, listAttached } from './settle-transfers.queries';

/** The completing transfer as stored on the invoice. */
export const proofOf = (transfer: AttachedTransfer | undefined) => ({
  network: transfer?.network ?? null,
  fromAddress: transfer?.fromAddress ?? null,
  toAddress: transfer?.toAddress ?? null,
  transHash: transfer?.txHash ?? null,
});

function toChange(before: InvoiceRecord, settled: Settlement, now: Date, detail: Record<string, unknown>): InvoiceChange {
  const { topic, status, flags, paidMicros, acceptedMicros, completing } = settled;
  const paysNow = topic === 'invoice.completed';
  const ends = paysNow || (status === 'EXPIRED' && before.status !== 'EXPIRED');
  const keepsProof = before.status === 'SUCCESS'; // the transfer that completed it stays on record
  return {
    topic,
    before,
    fields: {
      status,
      flags,
      paidMicros,
      acceptedMicros,
      ...(keepsProof ? {} : proofOf(completing)),
      ...(ends ? { holdId: null } : {}),
      ...(paysNow ? { paidAt: now } : {}),
    },
    detail: completing === undefined ? detail : { network: completing.network, txHash: completing.txHash, ...detail },
  };
}

type Settled = {
  readonly transitions: readonly InvoiceTransition[];
  readonly invoices: readonly InvoiceRecord[];
  readonly transfers: ReadonlyMap<InvoiceId, readonly AttachedTransfer[]>;
};

/** Changes these invoices according to their present transfers; no money moves yet. */
async function changeByTransfers(
  deps: InvoiceDeps,
  tx: Tx,
  invoiceIds: readonly InvoiceId[],
  detail: Record<string, unknown>,
): Promise<Settled> {
  const now = deps.clocks.business.now();
  const invoices = await lockInvoices(tx, [...new Set(invoiceIds)]);
  const transfers = await listAttached(
    tx,
    invoices.map(({ id }) => id),
  );
  const changes = invoices.flatMap((invoice) => {
    const settled = settle(invoice, transfers.get(invoice.id) ?? [], now);
    return settled === undefined ? [] : [toChange(invoice, settled, now, detail)];
  });
  const transitions = await changeInvoices(deps, tx, changes, now);
  await updateRemainderReservations(tx, transitions);
  return { transitions, invoices, transfers };
}

/** Ledger accounts are locked last: creating an invoice reserves its amount first and then its fee, and the opposite order would deadlock. */
async function moveMoney(deps: InvoiceDeps, tx: Tx, settlements: readonly Settled[]): Promise<void> {
  await moveFees(
    deps,
    tx,
    settlements.flatMap((settled) => settled.transitions),
  );
  await settleDeposits(deps, tx, settlements);
}

/** Settles these invoices again with their present transfers, in the caller's transaction. */
export async function settleInvoices(
  deps: InvoiceDeps,
  tx: Tx,
  invoiceIds: readonly InvoiceId[],
  detail: Record<string, unknown> = {},
): Promise<void> {
  if (invoiceIds.length > 0) await moveMoney(deps, tx, [await changeByTransfers(deps, tx, invoiceIds, detail)]);
}

/** The platform's invoices top up balances: their final transfers are credited, or taken back, in this transaction. */
async function settleDeposits(deps: InvoiceDeps, tx: Tx, settlements: readonly Settled[]): Promise<void> {
  const settled = settlements.flatMap(({ invoices, transfers }) =>
    invoices.filter(({ userId }) => userId === null).map(({ id }) => ({ invoiceId: id, transfers: transfers.get(id) ?? [] })),
  );
  // An invoice that was settled several times counts with its last transfers.
  const last = [...new Map(settled.map((each) => [each.invoiceId, each])).values()];
  if (last.length > 0) await deps.creditDeposits(tx, last);
}

type Seen = { readonly transfer: Transfer; readonly revived: boolean };
type Matched = { readonly settlements: readonly Settled[]; readonly unmatched: readonly Transfer[] };

/** Matches new transfers and settles their invoices, so that a later transfer of the batch sees the remaining due amount. */
async function settleSeen(deps: InvoiceDeps, tx: Tx, seen: readonly Seen[], now: Date): Promise<Matched> {
  const settlements: Settled[] = [];
  const unmatched: Transfer[] = [];
  let reach = seen.length;
  for (let rest = seen; rest.length > 0; ) {
    const matches = await matchNext(
      tx,
      rest.slice(0, reach).map(({ transfer, revived }) => ({ ...transfer, cameBack: revived })),
    );
    reach = 2 * matches.length; // where few are independent, the others are not looked up again and again
    const attachments = matches.flatMap((match, place) => {
      const { id: transferId, amountMicros } = (rest[place] as Seen).transfer;
      return match === undefined ? [] : [{ transferId, amountMicros, ...match }];
    });
    const odd = rest.filter((_, place) => place < matches.length && matches[place] === undefined).map(({ transfer }) => transfer);
    const [ids, oddIds] = [attachments.map(({ transferId }) => transferId), odd.map(({ id }) => id)];
    await deps.chains.setTransferStates(tx, ids, 'matched');
    await deps.chains.setTransferStates(tx, oddIds, 'unmatched');
    await attachTransfers(tx, attachments, now);
    const invoiceIds = attachments.map(({ invoiceId }) => invoiceId);
    if (invoiceIds.length > 0) settlements.push(await changeByTransfers(deps, tx, invoiceIds, {}));
    unmatched.push(...odd);
    rest = rest.slice(matches.length);
  }
  return { settlements, unmatched };
}

/** Called by chains in the transaction that records the transfers, so that both commit together. */
export async function settleTransfers(deps: InvoiceDeps, tx: Tx, changes: readonly TransferChange[]): Promise<void> {
  const attached = await findAttachments(
    tx,
    changes.map(({ transfer }) => transfer.id),
  );
  // Dismissed before a reorganisation: it stays so.
  const seen = changes.filter((change) => change.kind === 'seen').filter(({ transfer }) => transfer.state !== 'ignored');
  const isKnown = ({ transfer }: { readonly transfer: Transfer }): boolean => attached.has(transfer.id); // since before a reorganisation
  const back = seen.filter(isKnown).map(({ transfer }) => transfer.id);
  await deps.chains.setTransferStates(tx, back, 'matched');
  const { settlements, unmatched } = await settleSeen(
    deps,
    tx,
    seen.filter((each) => !isKnown(each)),
    deps.clocks.business.now(),
  );
  const settled = new Set(settlements.flatMap(({ invoices }) => invoices.map(({ id }) => id)));
  const others = [...new Set(attached.values())].filter((id) => !settled.has(id));
  const rest = others.length === 0 ? [] : [await changeByTransfers(deps, tx, others, {})];
  const gone = changes.filter((change) => change.kind === 'reorged' && !isKnown(change)).map(({ transfer }) => transfer);
  await notifyOtherAmounts(deps, tx, [...gone, ...unmatched]);
  await moveMoney(deps, tx, [...settlements, ...rest]);
}
