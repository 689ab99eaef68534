import type { InvoiceDetails } from '@stablegate/contract';
import { basePayable, readMicros } from '@stablegate/rules';

/** In micro-units; `mark` distinguishes payments of the same amount at the same address. */
export type PriceParts = { readonly fee: bigint; readonly rounding: bigint; readonly mark: bigint };

/** What makes the amount into what the customer pays; undefined where not all of it is told, so that no line claims what it does not know. */
export function priceParts({ amount, fee, payable }: Pick<InvoiceDetails, 'amount' | 'fee' | 'payable'>): PriceParts | undefined {
  const [price = 0n, added = 0n, total = 0n] = [readMicros(amount), readMicros(fee), readMicros(payable)];
  if (price <= 0n || added <= 0n) return undefined;
  const base = basePayable(price, added);
  return total < base ? undefined : { fee: added, rounding: base - price - added, mark: total - base };
}
