import { Field, TextArea } from '@stablegate/ui';
import type { RegisterOptions, UseFormRegisterReturn } from 'react-hook-form';
import { addAddresses, addressProblem } from '../../../lib/allowed-addresses';
import { useTranslation } from '../../../lib/i18n/texts';

/** Of a text that the field has accepted. */
export function addressesIn(text: string): string[] {
  const added = addAddresses([], text);
  return 'addresses' in added ? [...added.addresses] : [];
}

type Rules = Pick<RegisterOptions, 'validate'>;
export type AddressesFieldProps = { register: (rules: Rules) => UseFormRegisterReturn; error: string | undefined };

/** From where a key is accepted. */
export function AddressesField({ register, error }: AddressesFieldProps) {
  const { t } = useTranslation();
  const areAddresses = (value: string) => {
    const added = addAddresses([], value);
    return 'addresses' in added || addressProblem(t, added);
  };
  return (
    <Field
      label={t('Allowed addresses')}
      hint={t('IP addresses or CIDR ranges of your servers. Leave it empty to allow calls from everywhere.')}
      error={error}
    >
      {(aria) => (
        <TextArea
          {...aria}
          {...register({ validate: areAddresses })}
          className="mono"
          rows={2}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Field>
  );
}

/** As the lists of keys show them. */
export const Addresses = ({ of }: { of: readonly string[] }) => (
  <div className="mono key-addresses text-caption text-muted" dir="ltr">
    {of.join(', ')}
  </div>
);
