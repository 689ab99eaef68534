import { DEPOSIT_METHODS } from '@stablegate/contract';
import type { TFunction } from '../../../lib/i18n/texts';

/** As the customer chose it. */
export const methodWords = (t: TFunction): Readonly<Record<string, string>> => ({
  'usdt-auto': t('USDT (Auto)'),
  'vietnam-bank-auto': t('Vietnam Bank (Auto)'),
});

/** How the server's filter reads a text: up to two characters begin a code, more are a part of it. */
const SUBSTRING_MIN = 3;
const finds = (text: string, method: string): boolean => (text.length < SUBSTRING_MIN ? method.startsWith(text) : method.includes(text));

/** All parts of a code, the longest first: the code itself. */
const partsOf = (code: string): string[] =>
  [...code]
    .flatMap((_, from) => [...code.slice(from)].map((_each, to) => code.slice(from, from + to + 1)))
    .sort((one, other) => other.length - one.length);

/**
 * The server knows codes, the column shows words in the reader's language: what to ask for so that exactly the methods are found of which
 * the text is a part. For several it is the part that their codes share.
 */
export function askedMethod(t: TFunction, typed: string): string {
  const text = typed.normalize('NFC').toLowerCase();
  const words = methodWords(t);
  const wanted = DEPOSIT_METHODS.filter((method) => finds(text, method) || words[method]?.normalize('NFC').toLowerCase().includes(text));
  const isExact = (part: string): boolean => DEPOSIT_METHODS.every((method) => finds(part, method) === wanted.includes(method));
  return [text, ...partsOf(wanted[0] ?? '')].find(isExact) ?? typed;
}
