import type { Network } from '@stablegate/contract';
import { useId, useState } from 'react';
import { Icon } from '../icons';
import { useFilledBefore } from '../live/hydrated';
import { showMicros, toMicros } from '../micros';
import { t } from '../texts';
import { payNetworks } from './networks';

/** User input: a decimal with a point or a comma. */
const FEE = /^\d{1,4}([.,]\d{0,6})?$/;
/** The specification's example, and the most common fee of exchanges on TRON. */
const FEE_SUGGESTED = '1';

const toType = (amount: string, fee: string): string | undefined =>
  FEE.test(fee) ? showMicros(toMicros(amount) + toMicros(fee.replace(',', '.'))) : undefined;

/** Exchanges deduct their fee from the typed amount: this adds it, so that the exact amount arrives. */
export function ExchangeHelper({ amount, network }: { amount: string; network: Network }) {
  const [fee, setFee] = useState(FEE_SUGGESTED);
  const field = useFilledBefore<HTMLInputElement>(({ value }) => setFee(value));
  const id = useId();
  const sum = toType(amount, fee.trim());
  return (
    <details className="fold exchange">
      <summary>
        {t('Paying from an exchange?')}
        <Icon name="chevron" size="icon-sm" />
      </summary>
      <div className="exchange-body">
        <p>
          {t('Choose {{network}} there. Most exchanges deduct their fee from the amount, so enter more:', {
            network: payNetworks[network].label,
          })}
        </p>
        <label htmlFor={id}>{t("The exchange's withdrawal fee (USDT)")}</label>
        <input
          ref={field}
          id={id}
          value={fee}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          dir="ltr"
          onChange={(event) => setFee(event.target.value)}
        />
        <output htmlFor={id}>
          {sum === undefined
            ? t('Enter the fee as a number, such as 1 or 0.8.')
            : t('Enter {{sum}} USDT, so that exactly {{amount}} arrives.', { sum, amount })}
        </output>
      </div>
    </details>
  );
}
