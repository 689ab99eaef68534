import type { PaymentView } from '@stablegate/contract';
import { AMOUNT_PLACES, MICRO_PLACES } from '@stablegate/rules';
import { showMicros, toMicros } from '../micros';
import { t } from '../texts';

export type PriceLine = { readonly label: string; readonly value: string };
/** 0.0001: the payable is price and fee, rounded up to it, and a multiple of it that distinguishes payments at the same address. */
const STEP = 10n ** BigInt(MICRO_PLACES - AMOUNT_PLACES);
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
  const rounding = mark % STEP;
  return [
    { label: isShort(view.description) ? view.description : t('Price'), value: showMicros(price) },
    ...(fee > 0n ? [{ label: t('Service fee (0.5%)'), value: showMicros(fee) }] : []),
    ...(rounding > 0n ? [{ label: t('Rounded up'), value: showMicros(rounding) }] : []),
    ...(mark >= STEP ? [{ label: t('Identifies your payment'), value: showMicros(mark - rounding) }] : []),
  ];
}
