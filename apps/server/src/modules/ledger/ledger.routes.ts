import { balanceApi, type Transaction, type TransactionReason } from '@stablegate/contract';
import { formatMicros, toWireNumber } from '@stablegate/rules';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import { screenLanguage, sendExport } from '../../http/send-export';
import type { Translate } from './export-transactions';
import type { FindSubjects, LedgerService, LedgerSubject, TransactionRecord } from './ledger.service';

const FEE_REASONS: ReadonlySet<string> = new Set<TransactionReason>(['Invoice fee', 'Fee refund']);

const invoiceOf = ({ reason, reference }: TransactionRecord): string | null => (FEE_REASONS.has(reason) ? reference : null);

function toWire(record: TransactionRecord, subjects: ReadonlyMap<string, LedgerSubject>): Transaction {
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
    transId: invoiceId === null ? null : (subjects.get(invoiceId)?.transactionId ?? null),
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
    const invoices = found.content.map(invoiceOf).filter((id) => id !== null);
    const subjects: ReadonlyMap<string, LedgerSubject> = invoices.length === 0 ? new Map() : await findSubjects(invoices);
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
