import {
  type CallbackEndpoint,
  type CallbackEvent,
  DEFAULT_ENDPOINT,
  endpointsApi,
  TEST_EVENT,
  URL_LENGTH_MAX,
  webAddressSchema,
} from '@stablegate/contract';
import { Field, Notice, Select, TextInput } from '@stablegate/ui';
import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { call } from '../../../lib/api/api';
import { errorText } from '../../../lib/api/error-text';
import { DialogFoot } from '../../../lib/dialog-foot';
import { useTranslation } from '../../../lib/i18n/texts';
import { useOwnStore } from '../own-store';
import { TestResult } from '../test-callback-card';

type Type = CallbackEvent['type'];
type Values = { type: Type; url: string };
export type ExampleFormProps = { endpoint: CallbackEndpoint; onClose: () => void };

/** Sends an example of a chosen event, and shows what the endpoint answered. */
export function ExampleForm({ endpoint, onClose }: ExampleFormProps) {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const needsUrl = endpoint.id === DEFAULT_ENDPOINT;
  const types: readonly Type[] = endpoint.version === '1' ? endpoint.events : [...endpoint.events, TEST_EVENT];
  const { register, control, handleSubmit, formState } = useForm<Values>({ defaultValues: { type: types[0] ?? TEST_EVENT, url: '' } });
  const send = useMutation({
    mutationFn: ({ type, url }: Values) =>
      call(endpointsApi.example, {
        params: { id: store.id, endpointId: endpoint.id },
        body: { type, ...(needsUrl ? { url: url.trim() } : {}) },
      }),
  });
  const isUrl = (value: string) => {
    const problem = webAddressSchema.safeParse(value.trim()).error?.issues[0]?.message;
    return problem === undefined || t(problem);
  };
  const submit = handleSubmit((values) => send.mutate(values));
  return (
    <form className="mt-4 grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <p className="text-muted">{t('The example is signed like a real callback and marked as a test. No invoice is affected.')}</p>
      <Field label={t('Event')}>
        {(aria) => (
          <Controller
            control={control}
            name="type"
            render={({ field }) => (
              <Select<string>
                {...aria}
                value={field.value}
                onChange={(chosen) => field.onChange(chosen)}
                options={types.map((type) => ({ value: type, label: type }))}
              />
            )}
          />
        )}
      </Field>
      {needsUrl && (
        <Field label={t('Callback URL')} error={formState.errors.url?.message}>
          {(aria) => (
            <TextInput
              {...aria}
              {...register('url', { validate: isUrl })}
              type="url"
              dir="ltr"
              placeholder="https://"
              maxLength={URL_LENGTH_MAX}
            />
          )}
        </Field>
      )}
      {send.isError && (
        <Notice tone="danger" role="alert">
          {errorText(t, send.error, t('The test could not be sent. Please try again.'))}
        </Notice>
      )}
      {send.data !== undefined && !send.isPending && <TestResult result={send.data} />}
      <DialogFoot
        error={undefined}
        submitLabel={t('Send example')}
        cancelLabel={t('Close')}
        isSubmitting={send.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
