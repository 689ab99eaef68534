import { apiKeysApi } from '@stablegate/contract';
import { Button, Dialog } from '@stablegate/ui';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../lib/api/api';
import { errorText } from '../../../lib/api/error-text';
import { DialogFoot } from '../../../lib/dialog-foot';
import { useTranslation } from '../../../lib/i18n/texts';
import { isSignInNotConfirmed } from '../../../lib/session/recent-sign-in';
import { useOwnStore } from '../own-store';
import { useStoreChange } from '../use-store-actions';
import { Addresses, AddressesField, addressesIn } from './addresses-field';

/** From where the main key is accepted: of additional keys this is chosen when they are made. */
export function MainKeyAddresses() {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const { allowedIps = [] } = store;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="key-limits">
      <div className="grid gap-1">
        <span className="font-medium">{t('Allowed addresses')}</span>
        {allowedIps.length > 0 ? <Addresses of={allowedIps} /> : <span className="text-caption text-muted">{t('From everywhere')}</span>}
      </div>
      <Button
        size="sm"
        variant="ghost"
        icon={<Pencil className="icon-sm" aria-hidden="true" />}
        aria-label={t('Edit {{name}}', { name: t('Allowed addresses') })}
        onClick={() => setOpen(true)}
      >
        {t('Edit')}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t('Allowed addresses of the API key')} closeLabel={t('Close')}>
        <AddressesForm allowedIps={allowedIps} onClose={close} />
      </Dialog>
    </div>
  );
}

function AddressesForm({ allowedIps, onClose }: { allowedIps: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { addresses: allowedIps.join('\n') } });
  const { errors } = formState;
  const save = useStoreChange({
    work: (body: { allowedIps: string[] }) => call(apiKeysApi.restrictMain, { params: { id: store.id }, body }),
    onDone: (announce) => {
      announce.done(t('Changes have been saved'));
      onClose();
    },
    onError: (_announce, error) => {
      if (!isSignInNotConfirmed(error)) setError('root', { message: errorText(t, error, t('Something went wrong. Please try again.')) });
    },
  });
  const submit = handleSubmit(({ addresses }) => save.mutate({ allowedIps: addressesIn(addresses) }));
  return (
    <form className="mt-4 grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <AddressesField register={(rules) => register('addresses', rules)} error={errors.addresses?.message} />
      <DialogFoot error={errors.root?.message} submitLabel={t('Save changes')} isSubmitting={save.isPending} onCancel={onClose} />
    </form>
  );
}
