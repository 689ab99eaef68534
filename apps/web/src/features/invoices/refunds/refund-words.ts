import type { RefundReason, RefundWarning } from '@stablegate/contract';
import type { TFunction } from '../../../lib/i18n/texts';

export const reasonWords = (t: TFunction): Readonly<Record<RefundReason, string>> => ({
  overpaid: t('Paid too much'),
  double: t('Paid twice'),
  late: t('Paid too late'),
  underpaid: t('Paid too little'),
  returned: t('Goods returned'),
  other: t('Another reason'),
});

export const warningWords = (t: TFunction): Readonly<Record<RefundWarning, string>> => ({
  pays_many: t('This address has paid several merchants: it probably belongs to an exchange.'),
  busy: t('Very many transfers arrive at this address: it is probably not the wallet of one person.'),
  contract: t('This address is a smart contract, not an ordinary wallet: the customer may not get the money.'),
  not_the_sender: t('No payment of this invoice came from this address. Check that the customer gave it to you.'),
});
