import type { Transaction } from '@stablegate/contract';
import { type Answered, presentFields } from '../../lib/answers/present-fields';
import { type ListPage, readPage } from '../../lib/lists/list-state';
import { readTime } from '../../lib/time/read-time';

export type AnsweredTransaction = Answered<Transaction, keyof Transaction>;
/** Types and reasons of a later server are shown by their own names; one that is missing is empty. */
export type OwnTransaction = Omit<Transaction, 'type' | 'description' | 'createTime'> & {
  readonly type: string;
  readonly description: string;
};

/** Specification 1, section 3, has neither an id nor an invoice in a row, and two names for its time. */
const readTransaction = (answer: AnsweredTransaction, index: number): OwnTransaction => ({
  ...{ id: `row ${index}`, type: '', description: '', invoiceId: null, transId: null },
  ...presentFields(answer),
  amount: String(answer.amount ?? ''),
  beforeBalance: String(answer.beforeBalance ?? ''),
  afterBalance: String(answer.afterBalance ?? ''),
  createdAt: readTime(answer.createdAt || answer.createTime),
});

/** A page of them, or a plain array. */
export function readTransactions(answer: ListPage<AnsweredTransaction> | readonly AnsweredTransaction[]) {
  const page = readPage(answer);
  if (page === undefined) throw new Error('not a list of transactions');
  return { ...page, content: page.content.map(readTransaction) };
}
