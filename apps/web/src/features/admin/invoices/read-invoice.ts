import type { AdminInvoice } from '@stablegate/contract';
import { MICRO_PLACES, readMicros, shortMicros } from '@stablegate/rules';

type Left = 'total' | 'flags' | 'store' | 'feeAmount';
type AnsweredInvoice = Omit<AdminInvoice, Left> & { readonly [Key in Left]?: AdminInvoice[Key] | null };

const NO_STORE: AdminInvoice['store'] = { id: '', name: '' };
const NO_FEE = '0.000000';

/** Specification 2, section 3, has neither a total nor flags in a row: the total payment is amount plus fee. */
export function readInvoice({ total, flags, store, feeAmount, ...row }: AnsweredInvoice): AdminInvoice {
  const fee = feeAmount ?? NO_FEE;
  return { ...row, feeAmount: fee, total: total ?? sumOf(row.amount, fee), flags: flags ?? [], store: store ?? NO_STORE };
}

/** Empty where one of them is no amount. */
function sumOf(amount: string, fee: string): string {
  const [first, second] = [readMicros(amount), readMicros(fee)];
  return first === undefined || second === undefined ? '' : shortMicros(first + second, MICRO_PLACES);
}
