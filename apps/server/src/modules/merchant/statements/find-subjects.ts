import type { Queryable } from '../../../platform/db/db';
import { type EntryId, ID_PREFIXES } from '../../../platform/id-types';
import { placeOf } from '../../ledger/ledger.service';
import type { LedgerSubject, ReferringEntry } from '../merchant.deps';
import { listPayments, listSubjects, type PaymentRow } from './statement.queries';

const isDeposit = (reference: string): boolean => reference.startsWith(`${ID_PREFIXES.deposit}_`);
const versionOf = (id: EntryId): bigint => placeOf(id).version;

/** Its own, or the last before it: what a credit settles of a debt is posted right after it, under the lock of the account. */
const paymentOf = (payments: readonly PaymentRow[], { id, reference }: ReferringEntry): PaymentRow | undefined =>
  payments.findLast(({ depositId, entryId }) => depositId === reference && versionOf(entryId) <= versionOf(id));

/** What entries of the ledger stand for. A deposit that was paid twice has two entries, each with its own transfer. */
export async function findSubjects(tx: Queryable, entries: readonly ReferringEntry[]): Promise<Map<EntryId, LedgerSubject>> {
  const references = [...new Set(entries.map(({ reference }) => reference))];
  const deposits = references.filter(isDeposit);
  const byId = new Map((await listSubjects(tx, references)).map((subject) => [subject.id, subject]));
  const payments = deposits.length === 0 ? [] : await listPayments(tx, deposits);
  const subjects = new Map<EntryId, LedgerSubject>();
  for (const entry of entries) {
    const found = byId.get(entry.reference);
    if (found === undefined) continue;
    const transactionId = paymentOf(payments, entry)?.transactionId ?? found.transactionId;
    subjects.set(entry.id, { transactionId: transactionId ?? undefined, requestId: found.requestId ?? undefined });
  }
  return subjects;
}
