import { INVOICE_EXPIRY_MINUTES } from '@stablegate/contract';
import { type ControlAria, Select } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';

export type InvoiceExpiry = (typeof INVOICE_EXPIRY_MINUTES)[number];

export type ExpirySelectProps = ControlAria & { value: number; onChange: (minutes: InvoiceExpiry) => void };

export function ExpirySelect({ value, onChange, ...aria }: ExpirySelectProps) {
  const { t } = useTranslation();
  const options = INVOICE_EXPIRY_MINUTES.map((minutes) => ({ value: `${minutes}` as const, label: t('{{minutes}} minutes', { minutes }) }));
  const choose = (chosen: string) => {
    const minutes = INVOICE_EXPIRY_MINUTES.find((each) => `${each}` === chosen);
    if (minutes !== undefined) onChange(minutes);
  };
  return <Select<string> {...aria} value={`${value}`} onChange={choose} options={options} />;
}
