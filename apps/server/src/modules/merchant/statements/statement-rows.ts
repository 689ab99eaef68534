import type { Network } from '@stablegate/contract';
import { assert } from '../../../platform/assert';
import type { Db } from '../../../platform/db/db';
import type { StoreId, UserId } from '../../../platform/id-types';
import { entryIdOf, type JournalSpan, type LedgerKind, reasonOf } from '../../ledger/ledger.service';
import { findSubjects } from './find-subjects';
import type { StatementSums } from './statement.domain';
import { listRefunded, listSpanLines } from './statement.queries';

/** A line of a statement. Opening and closing balance have no amount; what went back to customers moves no balance. */
export type StatementRow = {
  readonly kind: 'opening' | 'closing' | 'other' | 'refunded' | LedgerKind;
  readonly at: Date;
  /** A translation key. */
  readonly text: string;
  readonly amountMicros: bigint | undefined;
  readonly balanceMicros: bigint | undefined;
  readonly entryId?: string | undefined;
  readonly reference?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly requestId?: string | undefined;
  /** Of a refund: what the merchant sent, where, and in which transaction of the network. */
  readonly refundedMicros?: bigint;
  readonly network?: Network;
  readonly txHash?: string;
};

export const OTHER_FEES = 'Other fees of the account';
export const REFUNDED = 'Refunded to the customer';
const BATCH_MAX = 250;
const MOMENT_MS = 1;

export type StatementSource = {
  readonly db: Db;
  readonly span: JournalSpan;
  readonly sums: StatementSums;
  readonly storeId: StoreId | undefined;
  readonly from: Date;
  readonly to: Date;
};

/**
 * All lines, oldest first, each with the balance after it, from the opening to the closing balance. What other merchants of the account paid
 * is one line at the end, so that the balances meet without listing their invoices.
 */
export async function* eachStatementRow(source: StatementSource): AsyncGenerator<readonly StatementRow[]> {
  const { db, span, sums, storeId, from, to } = source;
  const last = new Date(to.getTime() - MOMENT_MS);
  let balanceMicros = sums.openingMicros;
  yield [{ kind: 'opening', at: from, text: 'Opening balance', amountMicros: undefined, balanceMicros }];
  let after = span.after;
  for (let isMore = true; isMore; ) {
    const lines = await listSpanLines(db.query, span, storeId, { after, limit: BATCH_MAX });
    const entries = lines.map((line) => ({ ...line, id: entryIdOf({ accountId: span.accountId, version: line.version }) }));
    const subjects = await findSubjects(db.query, entries);
    isMore = lines.length === BATCH_MAX;
    after = lines.at(-1)?.version ?? after;
    yield entries.map(({ id: entryId, kind, amountMicros, reference, createdAt }) => {
      balanceMicros += amountMicros;
      return { kind, at: createdAt, text: reasonOf(kind), amountMicros, balanceMicros, entryId, reference, ...subjects.get(entryId) };
    });
  }
  if (sums.otherFeesMicros !== 0n) {
    balanceMicros += sums.otherFeesMicros;
    yield [{ kind: 'other', at: last, text: OTHER_FEES, amountMicros: sums.otherFeesMicros, balanceMicros }];
  }
  // Breaks the file rather than ending it with a sum that its lines do not give.
  assert(balanceMicros === sums.closingMicros, `the lines of a statement are off by ${balanceMicros - sums.closingMicros} micro-units`);
  yield [{ kind: 'closing', at: last, text: 'Closing balance', amountMicros: undefined, balanceMicros }];
}

export type RefundSource = Pick<StatementSource, 'db' | 'storeId' | 'from' | 'to'> & { readonly userId: UserId };

/** What merchants sent back to customers and was final in the month, oldest first. The ledger knows nothing of it. */
export async function* eachRefundRow({ db, ...of }: RefundSource): AsyncGenerator<readonly StatementRow[]> {
  let after = { at: of.from, id: '' };
  for (let isMore = true; isMore; ) {
    const refunds = await listRefunded(db.query, of, { after, limit: BATCH_MAX });
    isMore = refunds.length === BATCH_MAX;
    const last = refunds.at(-1);
    if (last !== undefined) after = { at: last.at, id: last.id };
    yield refunds.map(({ id: _id, requestId, ...refund }) => ({
      ...refund,
      kind: 'refunded',
      text: REFUNDED,
      amountMicros: undefined,
      balanceMicros: undefined,
      requestId: requestId ?? undefined,
    }));
  }
}
