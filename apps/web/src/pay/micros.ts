import { AMOUNT_PLACES, parseMicros, shortMicros } from '@stablegate/rules';

/** An amount from the server, parsed strictly. */
export function toMicros(text: string): bigint {
  const micros = parseMicros(text);
  if (micros === undefined) throw new Error(`not an amount: ${text}`);
  return micros;
}

/**
 * Four decimals as specified; a non-zero fifth or sixth one is never hidden. With a decimal point in every language: what a payer selects and
 * pastes is read by a wallet, and many drop a comma.
 */
export const showMicros = (micros: bigint): string => shortMicros(micros, AMOUNT_PLACES);
