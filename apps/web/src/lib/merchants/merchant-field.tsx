import type { Store } from '@stablegate/contract';
import { Field, Select } from '@stablegate/ui';
import { useTranslation } from '../i18n/texts';

export type MerchantFieldProps = {
  stores: readonly Store[];
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
};

/** Whose addresses are paid to. A merchant without one is offered, and says so. */
export function MerchantField({ stores, value, onChange, error }: MerchantFieldProps) {
  const { t } = useTranslation();
  const labelOf = ({ name, hasAddress }: Store): string => (hasAddress ? name : `${name} (${t('No address yet')})`);
  return (
    <Field label={t('Merchant')} error={error}>
      {(aria) => (
        <Select {...aria} value={value} onChange={onChange} options={stores.map((store) => ({ value: store.id, label: labelOf(store) }))} />
      )}
    </Field>
  );
}
