import {
  CALLBACK_EVENT_TYPES,
  CALLBACK_EVENTS,
  type CallbackEndpoint,
  type CallbackEventType,
  type CallbackVersion,
  DEFAULT_ENDPOINT,
  EVENTS_OF_VERSION_1,
  endpointsApi,
  URL_LENGTH_MAX,
  webAddressSchema,
} from '@stablegate/contract';
import { Checkbox, Field, Hint, Select, TextInput } from '@stablegate/ui';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText, fieldText } from '../../../lib/api/error-text';
import { DialogFoot } from '../../../lib/dialog-foot';
import { useTranslation } from '../../../lib/i18n/texts';
import { isSignInNotConfirmed, withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { useOwnStore } from '../own-store';

type Values = { url: string; version: CallbackVersion; events: CallbackEventType[]; enabled: boolean };
export type EndpointFormProps = { endpoint: CallbackEndpoint | undefined; onDone: () => void; onClose: () => void };

const SPECIFIED: readonly CallbackEventType[] = EVENTS_OF_VERSION_1;
const isKnown = (version: CallbackVersion, event: CallbackEventType): boolean => version === '2' || SPECIFIED.includes(event);
const NEW: Values = { url: '', version: '2', events: [...SPECIFIED], enabled: true };

function useEndpointForm({ endpoint, onDone }: EndpointFormProps) {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const form = useForm<Values>({ defaultValues: endpoint === undefined ? NEW : { ...endpoint, url: endpoint.url ?? '' } });
  const { isSubmitting } = form.formState;
  const save = ({ url, version, events, enabled }: Values) => {
    const chosen = { version, enabled, events: events.filter((event) => isKnown(version, event)) };
    const params = { id: store.id };
    if (endpoint === undefined) return call(endpointsApi.create, { params, body: { ...chosen, url: url.trim() } });
    const body = { ...chosen, url: endpoint.url === null ? null : url.trim() };
    return call(endpointsApi.change, { params: { ...params, endpointId: endpoint.id }, body });
  };
  const submit = form.handleSubmit(async (values) => {
    if (isSubmitting) return;
    try {
      await withRecentSignIn(() => save(values));
      onDone();
    } catch (error) {
      if (isSignInNotConfirmed(error)) return;
      const refused = error instanceof ApiError ? error.fieldErrors.find(({ path }) => path === 'url') : undefined;
      if (refused !== undefined) form.setError('url', { message: fieldText(t, refused.message) }, { shouldFocus: true });
      else form.setError('root', { message: errorText(t, error, t('Something went wrong. Please try again.')) });
    }
  });
  const isUrl = (value: string) => {
    const problem = webAddressSchema.safeParse(value.trim()).error?.issues[0]?.message;
    return problem === undefined || t(problem);
  };
  return { ...form, submit, isSubmitting, isUrl };
}

export function EndpointForm(props: EndpointFormProps) {
  const { t } = useTranslation();
  const form = useEndpointForm(props);
  const { register, control, submit, isSubmitting } = form;
  const { errors } = form.formState;
  const version = form.watch('version');
  const hasUrl = props.endpoint?.id !== DEFAULT_ENDPOINT;
  const versions = [
    { value: '1', label: t('Standard format') },
    { value: '2', label: t('Format with event type') },
  ];
  return (
    <form className="mt-4 grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {hasUrl && (
        <Field label={t('Callback URL')} error={errors.url?.message}>
          {(aria) => (
            <TextInput
              {...aria}
              {...register('url', { validate: form.isUrl })}
              type="url"
              dir="ltr"
              autoComplete="url"
              placeholder="https://"
              maxLength={URL_LENGTH_MAX}
            />
          )}
        </Field>
      )}
      <Field label={t('Format')}>
        {(aria) => (
          <Controller
            control={control}
            name="version"
            render={({ field }) => (
              <Select<string> {...aria} value={field.value} onChange={(chosen) => field.onChange(chosen)} options={versions} />
            )}
          />
        )}
      </Field>
      <Controller
        control={control}
        name="events"
        rules={{ validate: (events) => events.some((event) => isKnown(version, event)) || t('Please choose at least one event.') }}
        render={({ field }) => <Events version={version} value={field.value} onChange={field.onChange} error={errors.events?.message} />}
      />
      <Controller
        control={control}
        name="enabled"
        render={({ field }) => (
          <div className="endpoint-enabled">
            <Checkbox checked={field.value} onChange={field.onChange} label={t('Enabled')} />
          </div>
        )}
      />
      <DialogFoot error={errors.root?.message} submitLabel={t('Save')} isSubmitting={isSubmitting} onCancel={props.onClose} />
    </form>
  );
}

/** The name as a server reads it, and when it is sent. */
function EventName({ name }: { name: CallbackEventType }) {
  const { t } = useTranslation();
  return (
    <span className="endpoint-event">
      <bdi className="mono" dir="ltr">
        {name}
      </bdi>
      <span className="text-caption text-muted">{t(CALLBACK_EVENTS[name])}</span>
    </span>
  );
}

type EventsProps = {
  version: CallbackVersion;
  value: readonly CallbackEventType[];
  onChange: (value: CallbackEventType[]) => void;
  error: string | undefined;
};

function Events({ version, value, onChange, error }: EventsProps) {
  const { t } = useTranslation();
  const id = useId();
  const set = (event: CallbackEventType, isOn: boolean) =>
    onChange(CALLBACK_EVENT_TYPES.filter((each) => (each === event ? isOn : value.includes(each))));
  return (
    <fieldset className="key-scopes" aria-describedby={error === undefined ? undefined : id}>
      <legend>{t('Events')}</legend>
      {CALLBACK_EVENT_TYPES.filter((event) => isKnown(version, event)).map((event) => (
        <Checkbox key={event} checked={value.includes(event)} onChange={(isOn) => set(event, isOn)} label={<EventName name={event} />} />
      ))}
      {error !== undefined && (
        <Hint tone="danger" id={id} role="alert">
          {error}
        </Hint>
      )}
    </fieldset>
  );
}
