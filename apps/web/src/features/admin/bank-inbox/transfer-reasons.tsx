import type { UnmatchedBankTransfer } from '@stablegate/contract';
import { Amount } from '@stablegate/ui';
import type { TFunction } from '../../../lib/i18n/texts';

export const reasonTexts = (t: TFunction): Readonly<Record<UnmatchedBankTransfer['reason'], string>> => ({
  no_reference: t('No top-up reference'),
  unknown_reference: t('Unknown top-up reference'),
  two_references: t('Several top-up references'),
  implausible_amount: t('Implausible amount'),
  possible_duplicate: t('Possible duplicate'),
  rate_too_old: t('Exchange rate too old'),
});

/** Dong have no decimals. Bare where the head of the column names the unit. */
export const Vnd = ({ amount, isBare = false }: { amount: number; isBare?: boolean }) => (
  <Amount value={String(amount)} decimals={0} className="font-medium" {...(isBare ? {} : { unit: 'VND' })} />
);
