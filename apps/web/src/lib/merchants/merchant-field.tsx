import type { Store } from '@stablegate/contract';
import { Field, Select } from '@stablegate/ui';
import { Link } from 'react-router';
import { useTranslation } from '../i18n/texts';
import { addressesHref } from './addresses-href';

export type MerchantFieldProps = {
  stores: readonly Store[];
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
};

/** Whose addresses are paid to. A merchant without one is offered, says so, and leads to where one is added. */
export function MerchantField({ stores, value, onChange, error }: MerchantFieldProps) {
  const { t } = useTranslation();
  const labelOf = ({ name, hasAddress }: Store): string => (hasAddress ? name : `${name} (${t('No address yet')})`);
  const needsAddress = stores.some(({ id, hasAddress }) => id === value && !hasAddress);
  const withWayOn = (sentence: string) => (
    <>
      {sentence}{' '}
      {needsAddress && (
        <Link className="link" to={addressesHref(value)}>
          {t('Add address')}
        </Link>
      )}
    </>
  );
  return (
    <Field
      label={t('Merchant')}
      hint={needsAddress && withWayOn(t('This merchant has no receiving address yet.'))}
      error={error !== undefined && withWayOn(error)}
    >
      {(aria) => (
        <Select {...aria} value={value} onChange={onChange} options={stores.map((store) => ({ value: store.id, label: labelOf(store) }))} />
      )}
    </Field>
  );
}
