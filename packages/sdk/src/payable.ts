import { AMOUNT_PLACES, basePayable, formatMicros, parseInvoiceAmount } from '@stablegate/rules';

/**
 * What your customer will be asked to send for an invoice of this amount: with the fee, rounded up to four places. A payment page may
 * ask for a little more, by which it tells two payments of the same amount apart. Undefined for what the gateway would refuse.
 */
export function payableFor(amount: string): string | undefined {
  const micros = parseInvoiceAmount(amount);
  return micros === undefined ? undefined : formatMicros(basePayable(micros), AMOUNT_PLACES);
}
