import { invoiceAmountSchema, invoiceDescriptionSchema, invoiceNameSchema, invoicesApi, webAddressSchema } from '@stablegate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText, fieldText } from '../../../lib/api/error-text';
import { INVOICES_KEY } from '../../../lib/api/invoices.queries';
import { useTranslation } from '../../../lib/i18n/texts';
import { readDecimal } from '../../../lib/i18n/typed-number';

export type NewInvoiceValues = {
  storeId: string;
  amount: string;
  name: string;
  description: string;
  request_id: string;
  success_url: string;
  cancel_url: string;
};
export type MadeInvoice = z.infer<(typeof invoicesApi.create.reply)[201]>;

const FIELDS: readonly (keyof NewInvoiceValues)[] = ['storeId', 'amount', 'name', 'description', 'request_id', 'success_url', 'cancel_url'];
/** Errors about one field are shown at that field. */
const fieldOf: Readonly<Record<string, keyof NewInvoiceValues>> = {
  store_has_no_address: 'storeId',
  store_inactive: 'storeId',
  request_id_reused: 'request_id',
  too_many_open_invoices_for_amount: 'amount',
};

const emptyToUndefined = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

export function useNewInvoice(storeId: string, onMade: (made: MadeInvoice) => void) {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  const [isTooPoor, setTooPoor] = useState(false);
  const form = useForm<NewInvoiceValues>({
    defaultValues: { storeId, amount: '', name: '', description: '', request_id: '', success_url: '', cancel_url: '' },
  });
  const { isSubmitting } = form.formState;

  const showRefusal = (error: unknown) => {
    const otherwise = t('The invoice could not be created.');
    if (error instanceof ApiError) {
      const problem = error.fieldErrors.find(({ path }) => FIELDS.some((field) => field === path));
      const field = fieldOf[error.code] ?? FIELDS.find((each) => each === problem?.path);
      const message = problem === undefined ? errorText(t, error, otherwise) : fieldText(t, problem.message);
      if (field !== undefined) return form.setError(field, { message }, { shouldFocus: true });
      setTooPoor(error.code === 'insufficient_balance');
    }
    form.setError('root', { message: errorText(t, error, otherwise) });
  };

  const submit = form.handleSubmit(async ({ storeId: chosen, amount, name, ...optional }) => {
    if (isSubmitting) return;
    setTooPoor(false);
    try {
      const made = await call(invoicesApi.create, {
        body: {
          storeId: chosen,
          amount: readDecimal(amount, language) ?? '',
          name: name.trim(),
          description: emptyToUndefined(optional.description),
          request_id: emptyToUndefined(optional.request_id),
          success_url: emptyToUndefined(optional.success_url),
          cancel_url: emptyToUndefined(optional.cancel_url),
        },
      });
      onMade(made);
      await client.invalidateQueries({ queryKey: INVOICES_KEY });
    } catch (error) {
      showRefusal(error);
    }
  });

  /** One rule for both sides: the server validates with the same schemas. */
  const rule =
    (schema: z.ZodType, whenEmpty: string | true, read = (text: string): unknown => text) =>
    (value: string) => {
      if (value.trim() === '') return whenEmpty;
      const problem = schema.safeParse(read(value.trim())).error?.issues[0]?.message;
      return problem === undefined || t(problem);
    };
  const rules = {
    amount: rule(invoiceAmountSchema, t('Please enter an amount.'), (text) => readDecimal(text, language) ?? text),
    name: rule(invoiceNameSchema, t('Please enter a name.')),
    description: rule(invoiceDescriptionSchema, true),
    url: rule(webAddressSchema, true),
  };
  return { form, submit, isSubmitting, rules, isTooPoor };
}

export type NewInvoice = ReturnType<typeof useNewInvoice>;
