import { type ContactForm, contactApi, contactFormSchema } from '@stablegate/contract';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../lib/api/api';
import { ApiError } from '../../lib/api/api-error';
import { errorText, fieldText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';

/** Specification 2: the success message shows for 5 seconds, then the form is reset and cleared. */
const SUCCESS_MS = 5_000;
const EMPTY: ContactForm = { name: '', email: '', phone: '', message: '' };

const isField = (path: string): path is keyof ContactForm => path in EMPTY;

export function useContactForm() {
  const { t } = useTranslation();
  const [isSent, setSent] = useState(false);
  const form = useForm<ContactForm>({ defaultValues: EMPTY });
  const { reset, setError, handleSubmit, formState } = form;
  const { isSubmitting } = formState;
  useEffect(() => {
    if (!isSent) return;
    const timer = setTimeout(() => {
      reset(EMPTY);
      setSent(false);
    }, SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [isSent, reset]);

  const send = handleSubmit(async (values) => {
    if (isSubmitting || isSent) return;
    try {
      await call(contactApi.send, { body: values });
      setSent(true);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fieldErrors.filter(({ path }) => isField(path)) : [];
      for (const { path, message } of fields) if (isField(path)) setError(path, { message: fieldText(t, message) });
      if (fields.length === 0) setError('root', { message: errorText(t, error, t('Something went wrong. Please try again.')) });
    }
  });

  return {
    isSent,
    isSubmitting,
    errors: formState.errors,
    control: form.control,
    send,
    /** One rule for both sides: the server checks the same schema. */
    field: (name: keyof ContactForm) =>
      form.register(name, {
        validate: (value) => {
          const problem = contactFormSchema.shape[name].safeParse(value).error?.issues[0]?.message;
          return problem === undefined || t(problem);
        },
      }),
  };
}
