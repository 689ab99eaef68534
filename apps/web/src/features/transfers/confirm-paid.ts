import { confirm } from '@stablegate/ui';
import { shownAmount } from '../../lib/i18n/format';
import type { TFunction } from '../../lib/i18n/texts';

export type Paying = {
  readonly name: string;
  /** Of the transfer, and what the invoice still misses. */
  readonly amount: string;
  readonly due: string;
  readonly confirmLabel: string;
};

/** Asked before a transfer completes an invoice: a part can be taken away again, a completed invoice cannot be opened again. */
export const confirmPaid = (t: TFunction, { name, amount, due, confirmLabel }: Paying): Promise<boolean> =>
  confirm({
    title: t('Accept {{name}} as paid?', { name }),
    text: t('{{amount}} USDT is accepted for the {{due}} USDT due. The fee is charged and your callback is sent.', {
      amount: shownAmount(amount, 4),
      due: shownAmount(due, 4),
    }),
    detail: t('This cannot be undone.'),
    confirmLabel,
    cancelLabel: t('Cancel'),
  });
