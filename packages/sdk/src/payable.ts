import { AMOUNT_PLACES, basePayable, formatMicros, parseInvoiceAmount } from '@stablegate/rules';

/**
 * What your customer will be asked to send for an invoice of this amount: with the fee, rounded up to four decimals. A payment page may ask
 * for slightly more, to tell two payments of the same amount apart. Undefined for what the gateway would refuse.
 */
export function payableFor(amount: string): string | undefined {
  const micros = parseInvoiceAmount(amount);
  return micros === undefined ? undefined : formatMicros(basePayable(micros), AMOUNT_PLACES);
}
