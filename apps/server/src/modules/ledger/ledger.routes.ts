import { balanceApi, type Transaction, type TransactionReason } from '@stablegate/contract';
import { formatMicros, toWireNumber } from '@stablegate/rules';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import { screenLanguage, sendExport } from '../../http/send-export';
import { type EntryId, ID_PREFIXES } from '../../platform/id-types';
import type { Translate } from './export-transactions';
import type { FindSubjects, LedgerService, LedgerSubject, TransactionRecord } from './ledger.service';

const FEE_REASONS: ReadonlySet<string> = new Set<TransactionReason>(['Invoice fee', 'Fee refund']);

const isOfDeposit = ({ reference }: TransactionRecord): boolean => reference.startsWith(`${ID_PREFIXES.deposit}_`);
/** A fee that was owed is taken from a deposit, and no longer tells whose it was. */
const invoiceOf = (record: TransactionRecord): string | null =>
  FEE_REASONS.has(record.reason) && !isOfDeposit(record) ? record.reference : null;

function toWire(record: TransactionRecord, subjects: ReadonlyMap<EntryId, LedgerSubject>): Transaction {
  const time = record.createdAt.toISOString();
  const invoiceId = invoiceOf(record);
  return {
    id: record.id,
    type: record.type,
    createdAt: time,
    createTime: time,
    beforeBalance: formatMicros(record.beforeMicros),
    amount: formatMicros(record.amountMicros),
    afterBalance: formatMicros(record.afterMicros),
    description: record.reason,
    invoiceId,
    transId: invoiceId === null ? null : (subjects.get(record.id)?.transactionId ?? null),
  };
}

export type LedgerRouteDeps = {
  readonly ledger: LedgerService;
  /** Texts in the caller's screen language. */
  readonly translator: (language: string) => Promise<Translate>;
  /** The invoices and deposits behind the references. */
  readonly findSubjects: FindSubjects;
};

export function mountLedger(route: Router, { ledger, translator, findSubjects }: LedgerRouteDeps): void {
  route(balanceApi.transactions, async (request) => {
    const { page, size, ...filters } = request.query;
    const found = await ledger.listTransactions({ ...filters, userIds: [signedIn(request).userId] }, { page, size });
    const fees = found.content.filter((record) => invoiceOf(record) !== null);
    const subjects: ReadonlyMap<EntryId, LedgerSubject> = fees.length === 0 ? new Map() : await findSubjects(fees);
    return { ...found, content: found.content.map((record) => toWire(record, subjects)) };
  });

  route(balanceApi.totalUsed, async (request) => {
    const { used } = await ledger.totalsOf(signedIn(request).userId);
    return { totalUsed: toWireNumber(used) };
  });

  route(balanceApi.export, async (request, reply) => {
    const { format, ...filters } = request.query;
    const t = await translator(screenLanguage(request));
    const { name, table } = ledger.exportTransactions(signedIn(request).userId, filters, { t, findSubjects });
    return sendExport(reply, name, format, table);
  });

  route(balanceApi.forecast, async (request) => {
    const found = await ledger.forecast(signedIn(request).userId);
    return {
      available: formatMicros(found.availableMicros),
      held: formatMicros(found.heldMicros),
      spentPerDay: formatMicros(found.spentPerDayMicros),
      basisDays: found.basisDays,
      daysLeft: found.daysLeft ?? null,
      isLow: found.isLow,
    };
  });
}
