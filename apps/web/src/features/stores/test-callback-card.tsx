import { type CallbackTest, callbacksApi, URL_LENGTH_MAX, webAddressSchema } from '@stablegate/contract';
import { Badge, Button, Card, Field, Notice, TextInput } from '@stablegate/ui';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleX, Send } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { call } from '../../lib/api/api';
import { ApiError } from '../../lib/api/api-error';
import { errorText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';
import { useOwnStore } from './own-store';

/** Sends a signed sample and shows the merchant server's response. */
export function TestCallbackCard() {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { url: '' } });
  const test = useMutation({
    mutationFn: (url: string) => call(callbacksApi.test, { params: { id: store.id }, body: { url } }),
    onError: (error) => {
      const problem = error instanceof ApiError ? error.fieldErrors.find(({ path }) => path === 'url') : undefined;
      if (problem !== undefined) setError('url', { message: t(problem.message) }, { shouldFocus: true });
    },
  });
  const isUrl = (value: string) => {
    const problem = webAddressSchema.safeParse(value.trim()).error?.issues[0]?.message;
    return problem === undefined || t(problem);
  };
  const submit = handleSubmit(
    ({ url }) => test.mutate(url.trim()),
    () => test.reset(), // its result was another address's
  );
  const refusal = test.isError && formState.errors.url === undefined;
  return (
    <Card title={t('Test callback')}>
      <form className="grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t('Callback URL')}
          hint={t('Receives a signed sample of a completed invoice. No invoice is affected.')}
          error={formState.errors.url?.message}
        >
          {(aria) => (
            <div className="secret-line">
              <TextInput
                {...aria}
                {...register('url', { validate: isUrl })}
                type="url"
                dir="ltr"
                autoComplete="url"
                placeholder="https://"
                maxLength={URL_LENGTH_MAX}
              />
              <Button type="submit" busy={test.isPending} icon={<Send className="icon-sm" aria-hidden="true" />}>
                {t('Send test')}
              </Button>
            </div>
          )}
        </Field>
        {refusal && (
          <Notice tone="danger" role="alert">
            {errorText(t, test.error, t('The test could not be sent. Please try again.'))}
          </Notice>
        )}
        {test.data !== undefined && !test.isPending && !refusal && <TestResult result={test.data} />}
      </form>
    </Card>
  );
}

export function TestResult({ result: { outcome, httpStatus, durationMs, response } }: { result: CallbackTest }) {
  const { t } = useTranslation();
  const isDelivered = outcome === 'delivered';
  const words: Readonly<Record<string, string>> = {
    delivered: t('Your server accepted it.'),
    refused: t('Your server answered, but not with a 2xx status.'),
    gone: t('Your server answered 410: callbacks to it would end immediately.'),
    timeout: t('No answer within 10 seconds'),
    unreachable: t('The server could not be reached'),
    blocked_address: t('The address leads to an internal network'),
  };
  const Icon = isDelivered ? CircleCheck : CircleX;
  return (
    <div className="test-result" role="status">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={isDelivered ? 'success' : 'danger'} icon={<Icon aria-hidden="true" />}>
          {httpStatus ?? t('No answer')}
        </Badge>
        <span>{words[outcome] ?? outcome}</span>
        <span className="num text-muted">{durationMs} ms</span>
      </p>
      {response !== null && response !== '' && (
        <pre className="mono test-response" dir="ltr">
          {response}
        </pre>
      )}
    </div>
  );
}
