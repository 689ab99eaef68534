import type { EpusdtSettings } from '@stablegate/contract';
import { Badge, Field, Notice, Skeleton, SwitchField, TextArea } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n/texts';
import { LoadError } from '../../../lib/lists/load-error';
import { CopySecret } from '../copyable';
import { FormFoot } from '../form-foot';
import { useOwnStore } from '../own-store';
import { SecretField } from '../secret-field';
import { PendingRate } from './pending-rate';
import { RateFields } from './rate-fields';
import { epusdtQuery, useEpusdtForm, useRenewEpusdtToken } from './use-epusdt';

/** For shops whose plugin was made for Epusdt. */
export function EpusdtCard() {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const settings = useQuery(epusdtQuery(store.id));
  const { data } = settings;
  return (
    <section className="card" aria-busy={settings.isPending}>
      <div className="card-head">
        <h2 className="card-title">{t('Epusdt plugins')}</h2>
        {data?.enabled === true && <Badge tone="success">{t('Enabled')}</Badge>}
      </div>
      {data !== undefined ? (
        <EpusdtForm settings={data} />
      ) : settings.isError ? (
        <LoadError title={t('The settings could not be loaded')} read={settings} />
      ) : (
        <div className="card-body grid gap-3">
          <Skeleton width="lg" />
          <Skeleton width="full" />
        </div>
      )}
    </section>
  );
}

function EpusdtForm({ settings }: { settings: EpusdtSettings }) {
  const form = useEpusdtForm(settings);
  const { control, formState, submit, isSubmitting, isDirty } = form;
  const isOn = form.watch('enabled');
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className="card-body grid grid-cols-1 gap-4">
        <Controller control={control} name="enabled" render={({ field }) => <Accept isOn={field.value} onChange={field.onChange} />} />
        {isOn && <RateFields form={form} settings={settings} />}
        {settings.pending && <PendingRate pending={settings.pending} />}
        {settings.enabled && settings.token !== null && <Credentials settings={settings} token={settings.token} />}
        {formState.errors.root && (
          <Notice tone="danger" role="alert">
            {formState.errors.root.message}
          </Notice>
        )}
      </div>
      <FormFoot isDirty={isDirty} isSubmitting={isSubmitting} permission="secrets" />
    </form>
  );
}

function Accept({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <SwitchField
      title={t('Accept orders from Epusdt plugins')}
      text={t('Shops with a plugin for Epusdt, such as dujiaoka, v2board or WHMCS, need a new address and token only.')}
      isOn={isOn}
      onChange={onChange}
    />
  );
}

function Credentials({ settings: { address, endpoint }, token }: { settings: EpusdtSettings; token: string }) {
  const { t } = useTranslation();
  const renew = useRenewEpusdtToken();
  return (
    <>
      <Copied label={t('Address for the plugin')} hint={t('Most plugins add the path of the call themselves.')} value={address} />
      <Copied
        label={t('Address with the path')}
        hint={t('For plugins that ask for the whole address, such as dujiaoka.')}
        value={endpoint}
      />
      <SecretField
        label={t('Epusdt token')}
        value={token}
        hint={t('Signs orders and callbacks. Plugins call it API token, key or merchant ID.')}
        copyLabel={t('Copy token')}
        copiedText={t('Token copied to clipboard')}
        renew={{ ...renew, label: t('Reset'), icon: <RotateCcw className="icon-sm" aria-hidden="true" /> }}
      />
    </>
  );
}

function Copied({ label, hint, value }: { label: string; hint: string; value: string }) {
  const { t } = useTranslation();
  return (
    <Field label={label} hint={hint}>
      {(aria) => (
        <div className="copied-line">
          <TextArea {...aria} readOnly rows={4} className="mono" dir="ltr" value={value} />
          <CopySecret value={value} label={t('Copy {{what}}', { what: label })} copiedText={t('Address copied to clipboard')} />
        </div>
      )}
    </Field>
  );
}
