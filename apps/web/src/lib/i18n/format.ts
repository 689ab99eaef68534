import { LANGUAGE_DEFAULT } from '@stablegate/contract';
import { type AmountValue, formatAmount } from '@stablegate/ui';
import i18next from 'i18next';

/** An amount inside a sentence, written like the `<Amount>` beside it. Screens render again when the language changes. */
export const shownAmount = (value: AmountValue, decimals: number): string =>
  formatAmount(value, decimals, i18next.language ?? LANGUAGE_DEFAULT);

/** A whole number. */
export const formatNumber = (value: number): string => shownAmount(String(value), 0);
