import { API_KEY_NAME_MAX, API_SCOPES, type ApiScope, apiKeyNameSchema, apiKeysApi, type NewApiKey } from '@stablegate/contract';
import { Checkbox, Field, Hint, Select, TextInput } from '@stablegate/ui';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { call } from '../../../lib/api/api';
import { errorText } from '../../../lib/api/error-text';
import { DialogFoot } from '../../../lib/dialog-foot';
import { useTranslation } from '../../../lib/i18n/texts';
import { isSignInNotConfirmed, withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { useOwnStore } from '../own-store';
import { AddressesField, addressesIn } from './addresses-field';
import { scopeName } from './key-words';

/** In days; empty: never. */
const LIFETIMES = ['', '30', '90', '365'] as const;
type Lifetime = (typeof LIFETIMES)[number];
type Values = { name: string; scopes: ApiScope[]; addresses: string; lifetime: Lifetime };

export type NewKeyFormProps = { onMade: (made: NewApiKey) => void; onClose: () => void };

function useNewKeyForm(onMade: NewKeyFormProps['onMade']) {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const form = useForm<Values>({ defaultValues: { name: '', scopes: ['create', 'read'], addresses: '', lifetime: '' } });
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ name, scopes, addresses, lifetime }) => {
    if (isSubmitting) return;
    const body = {
      name,
      scopes,
      allowedIps: addressesIn(addresses),
      expiresInDays: lifetime === '' ? null : Number.parseInt(lifetime, 10),
    };
    try {
      onMade(await withRecentSignIn(() => call(apiKeysApi.create, { params: { id: store.id }, body })));
    } catch (error) {
      if (!isSignInNotConfirmed(error))
        form.setError('root', { message: errorText(t, error, t('Something went wrong. Please try again.')) });
    }
  });
  const isName = (value: string) => {
    const problem = apiKeyNameSchema.safeParse(value).error?.issues[0]?.message;
    return problem === undefined || t(problem);
  };
  return { ...form, submit, isSubmitting, isName };
}

export function NewKeyForm({ onMade, onClose }: NewKeyFormProps) {
  const { t } = useTranslation();
  const form = useNewKeyForm(onMade);
  const { register, control, submit, isSubmitting } = form;
  const { errors } = form.formState;
  return (
    <form className="mt-4 grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('Name')} hint={t('What it is for, such as "Web shop".')} error={errors.name?.message}>
        {(aria) => (
          <TextInput {...aria} {...register('name', { validate: form.isName })} autoComplete="off" maxLength={API_KEY_NAME_MAX} required />
        )}
      </Field>
      <Controller
        control={control}
        name="scopes"
        rules={{ validate: (scopes) => scopes.length > 0 || t('Please choose at least one permission.') }}
        render={({ field }) => <Scopes value={field.value} onChange={field.onChange} error={errors.scopes?.message} />}
      />
      <AddressesField register={(rules) => register('addresses', rules)} error={errors.addresses?.message} />
      <Field label={t('Expires')}>
        {(aria) => <Controller control={control} name="lifetime" render={({ field }) => <LifetimeSelect {...aria} {...field} />} />}
      </Field>
      <DialogFoot error={errors.root?.message} submitLabel={t('Create key')} isSubmitting={isSubmitting} onCancel={onClose} />
    </form>
  );
}

type ScopesProps = { value: readonly ApiScope[]; onChange: (scopes: ApiScope[]) => void; error: string | undefined };

function Scopes({ value, onChange, error }: ScopesProps) {
  const { t } = useTranslation();
  const id = useId();
  const set = (scope: ApiScope, isOn: boolean) => onChange(API_SCOPES.filter((each) => (each === scope ? isOn : value.includes(each))));
  return (
    <fieldset className="key-scopes" aria-describedby={error === undefined ? undefined : id}>
      <legend>{t('Permissions')}</legend>
      {API_SCOPES.map((scope) => (
        <Checkbox key={scope} checked={value.includes(scope)} onChange={(isOn) => set(scope, isOn)} label={scopeName(t, scope)} />
      ))}
      {error !== undefined && (
        <Hint tone="danger" id={id} role="alert">
          {error}
        </Hint>
      )}
    </fieldset>
  );
}

function LifetimeSelect({ value, onChange, ...aria }: { value: Lifetime; onChange: (value: Lifetime) => void }) {
  const { t } = useTranslation();
  // The kit's select knows no empty value.
  const options = LIFETIMES.map((days) => ({
    value: days || 'never',
    label: days === '' ? t('Does not expire') : t('After {{days}} days', { days }),
  }));
  const choose = (chosen: string) => onChange(LIFETIMES.find((days) => days === chosen) ?? '');
  return <Select<string> {...aria} value={value || 'never'} onChange={choose} options={options} />;
}
