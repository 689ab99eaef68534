export const PAD_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'back'] as const;
export type PadKey = (typeof PAD_KEYS)[number];

const WHOLE_DIGITS_MAX = 7; // invoices go up to 1,000,000
/** Nobody at a counter charges less than a cent. */
const DECIMALS_MAX = 2;
const AMOUNT = new RegExp(`^\\d{0,${WHOLE_DIGITS_MAX}}(\\.\\d{0,${DECIMALS_MAX}})?$`);

/** What is typed or pasted, as an amount may begin: a comma is a point, other characters count for nothing. */
export function typedAmount(before: string, text: string): string {
  const next = text
    .replaceAll(',', '.')
    .replace(/[^\d.]/g, '')
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.');
  return AMOUNT.test(next) ? next : before;
}

export const pressed = (before: string, key: PadKey): string => (key === 'back' ? before.slice(0, -1) : typedAmount(before, before + key));
