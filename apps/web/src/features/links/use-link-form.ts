import {
  invoiceAmountSchema,
  invoiceDescriptionSchema,
  invoiceNameSchema,
  type LinkQuestion,
  linkStockSchema,
  type PaymentLink,
  paymentLinksApi,
} from '@stablegate/contract';
import { toast } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../lib/api/api';
import { ApiError } from '../../lib/api/api-error';
import { errorText, fieldText } from '../../lib/api/error-text';
import { useTranslation } from '../../lib/i18n/texts';
import { readDecimal, writtenDecimal } from '../../lib/i18n/typed-number';
import { isSignInNotConfirmed, withRecentSignIn } from '../../lib/session/recent-sign-in';
import { linksQuery } from './links.queries';

/** Told apart while they are typed: two may be empty. */
export type TypedQuestion = LinkQuestion & { readonly key: string };
let typed = 0;
export const typedQuestion = ({ label, required }: LinkQuestion): TypedQuestion => {
  typed += 1;
  return { label, required, key: String(typed) };
};

export type LinkValues = {
  storeId: string;
  name: string;
  description: string;
  amount: string;
  amountMax: string;
  holdMax: string;
  stock: string;
  endsAt: string;
  questions: TypedQuestion[];
  successMessage: string;
};
const FIELDS = ['storeId', 'name', 'description', 'amount', 'amountMax', 'holdMax', 'stock', 'endsAt', 'successMessage'] as const;

const two = (value: number): string => String(value).padStart(2, '0');
/** As the browser's own field for date and time writes it, in this device's zone. */
const localOf = (iso: string): string => {
  const at = new Date(iso);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
};

const written = (amount: string | null | undefined, language: string): string =>
  writtenDecimal(amount?.replace(/\.?0+$/, '') ?? '', language);

const valuesOf = (link: PaymentLink | undefined, storeId: string, language: string): LinkValues => ({
  storeId: link?.storeId ?? storeId,
  name: link?.name ?? '',
  description: link?.description ?? '',
  amount: written(link?.amount, language),
  amountMax: written(link?.amountMax, language),
  holdMax: written(link?.holdMax, language),
  stock: link?.stock?.toString() ?? '',
  endsAt: link?.endsAt ? localOf(link.endsAt) : '',
  questions: link?.questions.map(typedQuestion) ?? [],
  successMessage: link?.successMessage ?? '',
});

const emptyToNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

export function useLinkForm(link: PaymentLink | undefined, storeId: string, onDone: () => void) {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  const form = useForm<LinkValues>({ defaultValues: valuesOf(link, storeId, language) });
  const { isSubmitting } = form.formState;

  const save = ({ storeId: chosen, stock, endsAt, ...values }: LinkValues) => {
    const body = {
      name: values.name.trim(),
      description: emptyToNull(values.description),
      amount: readDecimal(values.amount, language) ?? null,
      amountMax: readDecimal(values.amountMax, language) ?? null,
      holdMax: readDecimal(values.holdMax, language) ?? null,
      stock: emptyToNull(stock) === null ? null : Number.parseInt(stock, 10),
      endsAt: endsAt === '' ? null : new Date(endsAt).toISOString(),
      questions: values.questions
        .filter(({ label }) => label.trim() !== '')
        .map(({ label, required }) => ({ label: label.trim(), required })),
      successMessage: emptyToNull(values.successMessage),
      enabled: link?.enabled ?? true,
    };
    return withRecentSignIn<unknown>(() =>
      link === undefined
        ? call(paymentLinksApi.create, { body: { ...body, storeId: chosen } })
        : call(paymentLinksApi.change, { params: { id: link.id }, body }),
    );
  };
  const submit = form.handleSubmit(async (values) => {
    if (isSubmitting) return;
    try {
      await save(values);
      await client.invalidateQueries({ queryKey: linksQuery.queryKey });
      toast.success(t('The payment link was saved.'));
      onDone();
    } catch (error) {
      if (isSignInNotConfirmed(error)) return;
      const problem = error instanceof ApiError ? error.fieldErrors[0] : undefined;
      const field = FIELDS.find((each) => each === problem?.path);
      if (field !== undefined && problem !== undefined)
        form.setError(field, { message: fieldText(t, problem.message) }, { shouldFocus: true });
      else form.setError('root', { message: errorText(t, error, t('The payment link could not be saved.')) });
    }
  });

  /** One rule for both sides: the server validates with the same schemas. */
  const rule =
    (schema: z.ZodType, isOptional: boolean, read: (text: string) => unknown = (text) => text) =>
    (value: string) => {
      if (isOptional && value.trim() === '') return true;
      const problem = schema.safeParse(read(value.trim())).error?.issues[0]?.message;
      return problem === undefined || t(problem);
    };
  const rules = {
    name: rule(invoiceNameSchema, false),
    description: rule(invoiceDescriptionSchema, true),
    amount: rule(invoiceAmountSchema, true, (text) => readDecimal(text, language) ?? text),
    stock: rule(linkStockSchema, true, Number),
  };
  return { form, submit, isSubmitting, rules };
}
export type LinkFormState = ReturnType<typeof useLinkForm>;
