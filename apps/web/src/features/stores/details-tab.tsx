import { STORE_NAME_MAX, STORE_NOTE_MAX } from '@stablegate/contract';
import { Card, Field, Notice, SwitchField, TextArea, TextInput } from '@stablegate/ui';
import { RotateCcw } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { ExposedSecrets } from '../../lib/exposed-secrets';
import { useTranslation } from '../../lib/i18n/texts';
import { IfMay } from '../../lib/session/if-may';
import { useUnsavedChanges } from '../../lib/unsaved/use-unsaved-changes';
import { WebsitesCard } from './embed/websites-card';
import { EpusdtCard } from './epusdt/epusdt-card';
import { ExpirySelect } from './expiry-select';
import { FormFoot } from './form-foot';
import { KeysCard } from './keys/keys-card';
import { MainKeyAddresses } from './keys/main-key-addresses';
import { useOwnStore } from './own-store';
import { SecretField } from './secret-field';
import { nameRule } from './store-rules';
import { TestCallbackCard } from './test-callback-card';
import { useRenewCallbackSecret, useResetApiKey } from './use-store-actions';
import { useStoreForm } from './use-store-form';

export default function DetailsTab() {
  return (
    <div className="store-details">
      <StoreForm />
      <IfMay permission="secrets">
        <Credentials />
        <KeysCard />
      </IfMay>
      <IfMay permission="stores">
        <TestCallbackCard />
        <WebsitesCard />
      </IfMay>
      <IfMay permission="secrets">
        <EpusdtCard />
      </IfMay>
    </div>
  );
}

function StoreForm() {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const { register, control, formState, submit, isSubmitting, isDirty } = useStoreForm(store);
  const { errors } = formState;
  useUnsavedChanges(isDirty && !isSubmitting, {
    title: t('Leave without saving?'),
    text: t('Your changes to this merchant are not saved yet.'),
    leaveLabel: t('Leave'),
    stayLabel: t('Stay'),
  });
  return (
    <form className="card" noValidate onSubmit={(event) => void submit(event)}>
      <div className="card-head">
        <h2 className="card-title">{t('Store Details')}</h2>
      </div>
      <div className="card-body grid grid-cols-1 gap-4">
        <Field label={t('Merchant name')} error={errors.name?.message}>
          {(aria) => (
            <TextInput {...aria} {...register('name', { validate: nameRule(t) })} autoComplete="off" maxLength={STORE_NAME_MAX} required />
          )}
        </Field>
        <Field label={t('Note')} hint={t('Only you can see it.')} error={errors.note?.message}>
          {(aria) => <TextArea {...aria} {...register('note')} rows={3} maxLength={STORE_NOTE_MAX} />}
        </Field>
        <Field
          label={t('Invoice expiry')}
          hint={t('How long customers have to pay an invoice.')}
          error={errors.invoiceExpiryMinutes?.message}
        >
          {(aria) => (
            <Controller
              control={control}
              name="invoiceExpiryMinutes"
              render={({ field }) => <ExpirySelect {...aria} value={field.value} onChange={field.onChange} />}
            />
          )}
        </Field>
        <Controller
          control={control}
          name="sharesAddresses"
          render={({ field }) => (
            <SwitchField
              title={t('Another gateway watches the same addresses')}
              text={t(
                'Switch this on while you move from it. No amount is then in whole cents, so that a payment for its order completes none of yours.',
              )}
              isOn={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <IfMay permission="secrets">
          <Controller
            control={control}
            name="keyInCallbacks"
            render={({ field }) => <KeyInCallbacks isOn={field.value} onChange={field.onChange} />}
          />
        </IfMay>
        {errors.root && (
          <Notice tone="danger" role="alert">
            {errors.root.message}
          </Notice>
        )}
      </div>
      <FormFoot isDirty={isDirty} isSubmitting={isSubmitting} permission="stores" />
    </form>
  );
}

function KeyInCallbacks({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <SwitchField
      title={t('API key in callbacks')}
      text={t('Switch this off once your server checks the signature. Callbacks then no longer carry the API key.')}
      isOn={isOn}
      onChange={onChange}
    />
  );
}

function Credentials() {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const reset = useResetApiKey(store);
  const renew = useRenewCallbackSecret(store);
  const icon = <RotateCcw className="icon-sm" aria-hidden="true" />;
  return (
    <Card title={t('API access')}>
      <div className="grid grid-cols-1 gap-4">
        <ExposedSecrets store={store} />
        <SecretField
          label={t('API Key')}
          value={store.apiKey}
          hint={t('Your server sends it as X-API-KEY. Never put it into a page or an app.')}
          copyLabel={t('Copy API key')}
          copiedText={t('API Key copied to clipboard')}
          renew={{ ...reset, label: t('Reset'), icon }}
        />
        <MainKeyAddresses />
        <SecretField
          label={t('Callback secret')}
          value={store.callbackSecret}
          hint={t('Signs every callback, so that your server can tell ours from a forged one.')}
          copyLabel={t('Copy callback secret')}
          copiedText={t('Callback secret copied to clipboard')}
          renew={{ ...renew, label: t('Reset'), icon }}
        />
      </div>
    </Card>
  );
}
