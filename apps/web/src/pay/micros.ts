/** USDT as whole millionths, as everywhere in the product: "10.05" is 10050000n. Other texts are refused. */
const DECIMAL = /^(\d+)(?:\.(\d{1,6}))?$/;
const PLACES = 6;
const PLACES_SHOWN = 4;

export function toMicros(text: string): bigint {
  const [, whole, part = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new Error(`not an amount: ${text}`);
  return BigInt(whole + part.padEnd(PLACES, '0'));
}

/** Four places as the specification says; a fifth or sixth that is not zero is never hidden. */
export function showMicros(micros: bigint): string {
  const digits = micros.toString().padStart(PLACES + 1, '0');
  const [whole, part] = [digits.slice(0, -PLACES), digits.slice(-PLACES)];
  return `${whole}.${part.replace(/0{1,2}$/, '').padEnd(PLACES_SHOWN, '0')}`;
}
