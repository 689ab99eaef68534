import type { PaymentView } from '@stablegate/contract';
import { showMicros, toMicros } from '../micros';
import { t } from '../texts';

export type PriceLine = { readonly label: string; readonly value: string };
/** A longer description would push the price off its line. */
const LABEL_LENGTH_MAX = 80;

export const isShort = (description: string | null): description is string =>
  description !== null && description !== '' && description.length <= LABEL_LENGTH_MAX;

/** The components of the amount; empty where it is only the price. */
export function priceLines(view: PaymentView): readonly PriceLine[] {
  if (view.price === undefined) return [];
  const [price, fee] = [toMicros(view.price), toMicros(view.fee ?? '0')];
  const mark = toMicros(view.amount) - price - fee;
  if (fee === 0n && mark <= 0n) return [];
  return [
    { label: isShort(view.description) ? view.description : t('Price'), value: showMicros(price) },
    ...(fee > 0n ? [{ label: t('Service fee (0.5%)'), value: showMicros(fee) }] : []),
    // Rounding, and the small sum that distinguishes this payment from others at the same address.
    ...(mark > 0n ? [{ label: t('Identifies your payment'), value: showMicros(mark) }] : []),
  ];
}
