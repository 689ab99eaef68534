import { AMOUNT_PLACES, parseMicros, shortMicros } from '@stablegate/rules';

/** An amount that the server sent: it is never guessed at. */
export function toMicros(text: string): bigint {
  const micros = parseMicros(text);
  if (micros === undefined) throw new Error(`not an amount: ${text}`);
  return micros;
}

/** Four places as the specification says; a fifth or sixth that is not zero is never hidden. */
export const showMicros = (micros: bigint): string => shortMicros(micros, AMOUNT_PLACES);
