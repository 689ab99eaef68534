import { type AmountValue, formatAmount, formatDollars } from '@stablegate/ui';
import { currentTranslation } from './texts';

/** An amount inside a sentence, written like the `<Amount>` beside it. Screens render again when the language changes. */
export const shownAmount = (value: AmountValue, decimals: number): string => formatAmount(value, decimals, currentTranslation().language);

/** In running text. Isolated: right-to-left text would put the sign behind the number. */
export const dollarsInText = (value: AmountValue, decimals: number): string =>
  `\u2066${formatDollars(value, decimals, currentTranslation().language)}\u2069`;

const CENTS = 2;
/** With all its decimals, at least two where it has any: an entry of a log hides nothing of an amount. */
export function wholeAmount(decimal: string): string {
  const places = decimal.split('.')[1]?.replace(/0+$/, '').length;
  return shownAmount(decimal, places === undefined ? 0 : Math.max(places, CENTS));
}

/** A whole number. */
export const formatNumber = (value: number): string => shownAmount(String(value), 0);

/** As a language writes it: 1,5 % in German. The digits stay as they are: a fee must not become a float. */
export function shownPercent(percent: string): string {
  const digits = percent.replace('%', '');
  const pattern = new Intl.NumberFormat(currentTranslation().language, { style: 'percent', numberingSystem: 'latn' }).format(0);
  return pattern.replace('0', shownAmount(digits, digits.split('.')[1]?.length ?? 0));
}

/** A number and its unit stay on one line. */
export const withUnit = (text: string): string => text.replaceAll(' USDT', '\u00a0USDT');

const HUNDRED_MICROS = 100n;
/** Four decimals like the amounts of invoices, unless the chain brought more. */
export const decimalsOf = (micros: bigint): number => (micros % HUNDRED_MICROS === 0n ? 4 : 6);
