import { invoiceAmountSchema, invoiceNameSchema, merchantApi } from '@stablegate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText, fieldText } from '../../../lib/api/error-text';
import { INVOICES_KEY } from '../../../lib/api/invoices.queries';
import { storeQuery } from '../../../lib/api/stores.queries';
import { useTranslation } from '../../../lib/i18n/texts';
import { createRequestIds, type TryAnswer } from './try-it.model';

export type TryOutcome = { answer: TryAnswer } | { text: string; storeId: string; error: ApiError | undefined };

const FIELDS = ['amount', 'name'] as const;

/** Sends the documented call as a merchant's server would: with the store's API key. */
export function useTryIt(storeId: string | undefined) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<TryOutcome>();
  const [requestIds] = useState(() => createRequestIds(() => `try-${crypto.randomUUID()}`));
  const form = useForm({ defaultValues: { amount: '1.00', name: t('A first try') } });
  const { isSubmitting } = form.formState;

  const showRefusal = (error: unknown, id: string) => {
    const refusal = error instanceof ApiError ? error : undefined;
    for (const field of FIELDS) {
      const problem = refusal?.fieldErrors.find(({ path }) => path === field);
      if (problem !== undefined) form.setError(field, { message: fieldText(t, problem.message) }, { shouldFocus: true });
    }
    setOutcome({ text: errorText(t, error, t('The invoice could not be created.')), storeId: id, error: refusal });
  };

  const submit = form.handleSubmit(async (values) => {
    if (isSubmitting || storeId === undefined) return;
    const body = { storeId, amount: values.amount.trim(), name: values.name.trim() };
    try {
      const { store } = await client.ensureQueryData(storeQuery(storeId));
      const order = { name: body.name, amount: body.amount, request_id: requestIds.idFor(body) };
      const answer = await call(merchantApi.create, { body: order, apiKey: store.apiKey });
      requestIds.answered();
      setOutcome({ answer });
      await client.invalidateQueries({ queryKey: INVOICES_KEY });
    } catch (error) {
      showRefusal(error, storeId);
    }
  });

  /** The server checks the same schemas. */
  const rule = (schema: z.ZodType) => (value: string) => {
    const problem = schema.safeParse(value.trim()).error?.issues[0]?.message;
    return problem === undefined || t(problem);
  };
  return { form, submit, isSubmitting, outcome, rules: { amount: rule(invoiceAmountSchema), name: rule(invoiceNameSchema) } };
}

export type TryIt = ReturnType<typeof useTryIt>;
