import { balanceApi, type Transaction } from '@stablegate/contract';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import { formatMicros, toWireNumber } from '../../platform/money';
import type { LedgerService, TransactionRecord } from './ledger.service';

function toWire(record: TransactionRecord): Transaction {
  const time = record.createdAt.toISOString();
  return {
    id: record.id,
    type: record.type,
    createdAt: time,
    createTime: time,
    beforeBalance: formatMicros(record.beforeMicros),
    amount: formatMicros(record.amountMicros),
    afterBalance: formatMicros(record.afterMicros),
    description: record.reason,
  };
}

export function mountLedger(route: Router, { ledger }: { readonly ledger: LedgerService }): void {
  route(balanceApi.transactions, async (request) => {
    const { page, size, ...filters } = request.query;
    const found = await ledger.listTransactions({ ...filters, userIds: [signedIn(request).userId] }, { page, size });
    return {
      content: found.content.map(toWire),
      totalElements: found.totalElements,
      ...(found.totalIsCapped ? { totalIsCapped: true } : {}),
    };
  });

  route(balanceApi.totalUsed, async (request) => {
    const { used } = await ledger.totalsOf(signedIn(request).userId);
    return { totalUsed: toWireNumber(used) };
  });
}
