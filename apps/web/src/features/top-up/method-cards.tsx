import type { DepositMethod } from '@stablegate/contract';
import { CreditCard, Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/texts';
import { METHODS } from './methods';

const ICONS: Readonly<Record<DepositMethod, ReactNode>> = {
  'usdt-auto': <img src="/networks/usdt.svg" alt="" />,
  'vietnam-bank-auto': <Landmark className="icon-lg" aria-hidden="true" />,
};

export type MethodCardsProps = { value: DepositMethod; onChange: (method: DepositMethod) => void };

export function MethodCards({ value, onChange }: MethodCardsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="choice">
      <legend>{t('Payment method')}</legend>
      <div className="methods">
        {(Object.keys(METHODS) as DepositMethod[]).map((method) => (
          <label key={method} className="method">
            <input type="radio" name="method" value={method} checked={method === value} onChange={() => onChange(method)} />
            <span className="method-icon">{ICONS[method]}</span>
            <span className="method-name">
              <span className="font-medium">{t(METHODS[method].label)}</span>
              <span className="text-caption text-muted">{t(METHODS[method].detail)}</span>
            </span>
            <span className="method-mark" aria-hidden="true" />
          </label>
        ))}
        <label className="method">
          <input type="radio" name="method" value="credit-card" disabled />
          <span className="method-icon">
            <CreditCard className="icon-lg" aria-hidden="true" />
          </span>
          <span className="method-name">
            <span className="font-medium">{t('Credit Card')}</span>
            <span className="text-caption">{t('Coming Soon')}</span>
          </span>
        </label>
      </div>
    </fieldset>
  );
}
