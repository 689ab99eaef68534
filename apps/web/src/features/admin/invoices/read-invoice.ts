import type { AdminInvoice } from '@stablegate/contract';
import { MICRO_PLACES, readMicros, shortMicros } from '@stablegate/rules';
import { readTime } from '../../../lib/time/read-time';
import { readAmount } from '../list/admin-amount';

type Left = 'amount' | 'total' | 'flags' | 'store' | 'feeAmount' | 'createdAt' | 'expiresAt';
type AnsweredInvoice = Omit<AdminInvoice, Left> & { readonly [Key in Left]?: AdminInvoice[Key] | null };

const NO_STORE: AdminInvoice['store'] = { id: '', name: '' };
const NO_FEE = '0.000000';

/** Specification 2, section 3, has neither a total nor flags in a row: the total payment is amount plus fee. */
export function readInvoice({ total, flags, store, feeAmount, ...row }: AnsweredInvoice): AdminInvoice {
  const amount = readAmount(row.amount);
  const fee = readAmount(feeAmount || NO_FEE);
  const times = { createdAt: readTime(row.createdAt), expiresAt: readTime(row.expiresAt) };
  return { ...row, ...times, amount, feeAmount: fee, total: total || sumOf(amount, fee), flags: flags ?? [], store: store ?? NO_STORE };
}

/** Empty where one of them is no amount. */
function sumOf(amount: string, fee: string): string {
  const [first, second] = [readMicros(amount), readMicros(fee)];
  return first === undefined || second === undefined ? '' : shortMicros(first + second, MICRO_PLACES);
}
