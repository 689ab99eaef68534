import { basePayable } from '@stablegate/rules';
import { Amount } from '@stablegate/ui';
import { shownAmount } from '../i18n/format';
import { RichText } from '../i18n/rich-text';
import { useTranslation } from '../i18n/texts';

const DECIMALS = 4;

/** Below an amount while it is typed: the whole cost. One text, so that every language sets its own comma. */
export function CustomerPays({ micros }: { micros: bigint }) {
  const { t } = useTranslation();
  const payable = basePayable(micros);
  return (
    <RichText
      text={t('The customer pays <amount>{{amount}} USDT</amount>, including the 0.5% fee.', { amount: shownAmount(payable, DECIMALS) })}
      parts={{ amount: () => <Amount value={payable} decimals={DECIMALS} unit="USDT" /> }}
    />
  );
}
