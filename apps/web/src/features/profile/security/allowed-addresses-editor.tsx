import { isInRanges } from '@stablegate/rules';
import { Badge, Button, Field, IconButton, TextInput } from '@stablegate/ui';
import { X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import type { SecurityForm } from './use-security-form';

export type AllowedAddressesProps = { form: SecurityForm; ownAddress: string | undefined };

export function AllowedAddresses({ form, ownAddress }: AllowedAddressesProps) {
  const { t } = useTranslation();
  const { allowedIps } = form.draft;
  return (
    <div className="grid grid-cols-1 gap-3 px-4 pb-4">
      {allowedIps.length > 0 && (
        <ul className="address-list" aria-label={t('Allowed addresses')}>
          {allowedIps.map((address) => (
            <li key={address}>
              <span className="mono min-w-0 flex-1 break-all" dir="ltr">
                {address}
              </span>
              {ownAddress !== undefined && isInRanges(ownAddress, [address]) && <Badge>{t('This device')}</Badge>}
              <IconButton
                size="md"
                label={t('Remove {{address}}', { address })}
                tooltip={false}
                icon={<X className="icon" aria-hidden="true" />}
                onClick={() => form.change({ allowedIps: allowedIps.filter((each) => each !== address) })}
              />
            </li>
          ))}
        </ul>
      )}
      <AddressInput form={form} />
      {ownAddress !== undefined && !isInRanges(ownAddress, allowedIps) && (
        <button type="button" className="link justify-self-start text-caption" onClick={() => form.add(ownAddress)}>
          {t('Add your own address {{address}}', { address: ownAddress })}
        </button>
      )}
    </div>
  );
}

function AddressInput({ form }: { form: SecurityForm }) {
  const { t } = useTranslation();
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    form.add(form.entry);
  };
  return (
    <Field
      label={t('IP address or CIDR range')}
      hint={t('For example 203.0.113.7 or 203.0.113.0/24. Several may be pasted at once.')}
      error={form.entryProblem}
    >
      {(aria) => (
        <div className="flex min-w-0 gap-2">
          <TextInput
            {...aria}
            className="mono min-w-0"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={form.entry}
            onChange={(event) => form.type(event.target.value)}
            onKeyDown={addOnEnter}
          />
          <Button className="h-auto" onClick={() => form.add(form.entry)}>
            {t('Add')}
          </Button>
        </div>
      )}
    </Field>
  );
}
