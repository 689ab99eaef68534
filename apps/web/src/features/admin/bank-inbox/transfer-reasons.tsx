import type { UnmatchedBankTransfer } from '@stablegate/contract';
import { Amount } from '@stablegate/ui';
import type { TFunction } from 'i18next';

export const reasonTexts = (t: TFunction): Readonly<Record<UnmatchedBankTransfer['reason'], string>> => ({
  no_reference: t('Không có mã nạp'),
  unknown_reference: t('Mã nạp không tồn tại'),
  two_references: t('Có nhiều mã nạp'),
  implausible_amount: t('Số tiền bất thường'),
});

/** Dong have no decimals. */
export const Vnd = ({ amount }: { amount: number }) => <Amount value={String(amount)} decimals={0} unit="VND" className="font-medium" />;
