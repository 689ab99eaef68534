import type { DepositMethod } from '@stablegate/contract';

/** Specification 1: the cards of the payment method tab. The English texts are the translation keys. */
export const METHODS: Readonly<Record<DepositMethod, { label: string; detail: string }>> = {
  'usdt-auto': { label: 'USDT (Auto)', detail: '10–20 seconds' },
  'vietnam-bank-auto': { label: 'Vietnam Bank (Auto)', detail: 'Local Bank' },
};
export const METHOD_DEFAULT: DepositMethod = 'usdt-auto';

export const isMethod = (text: string): text is DepositMethod => Object.hasOwn(METHODS, text);
export const readMethod = (text: string | null): DepositMethod => (text !== null && isMethod(text) ? text : METHOD_DEFAULT);
