import type { UnmatchedBankTransfer } from '@stablegate/contract';
import { Amount } from '@stablegate/ui';
import type { TFunction } from '../../../lib/i18n/texts';

export const reasonTexts = (t: TFunction): Readonly<Record<UnmatchedBankTransfer['reason'], string>> => ({
  no_reference: t('No top-up reference'),
  unknown_reference: t('Unknown top-up reference'),
  two_references: t('Several top-up references'),
  implausible_amount: t('Implausible amount'),
});

/** Dong have no decimals. */
export const Vnd = ({ amount }: { amount: number }) => <Amount value={String(amount)} decimals={0} unit="VND" className="font-medium" />;
