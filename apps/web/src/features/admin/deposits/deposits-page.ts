import type { AdminDeposit } from '@stablegate/contract';
import type { ListPage } from '../../../lib/lists/list-state';
import { readTime } from '../../../lib/time/read-time';
import { readAmount } from '../list/admin-amount';
import { NOTHING } from '../list/expandable-text';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

type Left = 'username' | 'method' | 'amount' | 'received' | 'createDate';
type AnsweredDeposit = Omit<AdminDeposit, Left> & { readonly [Key in Left]?: AdminDeposit[Key] | null };

const readDeposit = (deposit: AnsweredDeposit): AdminDeposit => ({
  ...deposit,
  username: deposit.username || NOTHING,
  method: deposit.method ?? '',
  amount: readAmount(deposit.amount),
  // The specification's row has no received amount: what was asked for counts.
  received: readAmount(deposit.received ?? deposit.amount),
  createDate: readTime(deposit.createDate),
});

/**
 * The page in an answer. "The first load also accepts the bare body as a list" (specification 2, section 7): the list may come alone, and the
 * page with or without its envelope.
 */
export function depositsPageOf(reply: unknown): ListPage<AdminDeposit> {
  const body = isObject(reply) && 'data' in reply ? reply.data : reply;
  if (Array.isArray(body)) return { content: body.map(readDeposit), totalElements: body.length, totalPages: 1 };
  const { invoices, content = invoices, ...paging } = isObject(body) ? body : {};
  // A failed read is shown with its retry; without an end, skeletons would stay for ever.
  if (!Array.isArray(content)) throw new TypeError('the answer has no list of deposits');
  return { ...paging, content: content.map(readDeposit) };
}
