import type { Deposit } from '@stablegate/contract';
import { type Answered, presentFields } from '../../lib/answers/present-fields';
import { type ListPage, readPage } from '../../lib/lists/list-state';
import { NOTHING, readTime } from '../../lib/time/read-time';

type Left = Exclude<keyof Deposit, 'id'>;
export type AnsweredDeposit = Answered<Deposit, Left>;
/** Statuses and methods of a later server are shown by their own names; one that is missing is empty. */
export type OwnDeposit = Omit<Deposit, 'status' | 'method'> & { readonly status: string; readonly method: string };

/** Specification 1, section 3, has no time of expiry and no received amount in a row: what was asked for counts. */
export const readDeposit = (answer: AnsweredDeposit): OwnDeposit => ({
  ...{ status: '', method: '', tid: null, topupBack: null, requestId: NOTHING },
  ...presentFields(answer),
  id: answer.id,
  amount: String(answer.amount ?? ''),
  received: String(answer.received ?? answer.amount ?? ''),
  createDate: readTime(answer.createDate),
  updateDate: readTime(answer.updateDate),
  expiresAt: readTime(answer.expiresAt),
});

/** A page of them, or a plain array. */
export function readDeposits(answer: ListPage<AnsweredDeposit> | readonly AnsweredDeposit[]) {
  const page = readPage(answer);
  if (page === undefined) throw new Error('not a list of top-ups');
  return { ...page, content: page.content.map(readDeposit) };
}
