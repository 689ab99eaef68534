import { NETWORKS, type Network, newRefundSchema, type RefundOverview, type RefundReason, refundsApi } from '@stablegate/contract';
import { readMicros, shortMicros } from '@stablegate/rules';
import { toast } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText, fieldText } from '../../../lib/api/error-text';
import { INVOICES_KEY } from '../../../lib/api/invoices.queries';
import { useTranslation } from '../../../lib/i18n/texts';
import { readDecimal, writtenDecimal } from '../../../lib/i18n/typed-number';
import { isSignInNotConfirmed, withRecentSignIn } from '../../../lib/session/recent-sign-in';

export type RefundValues = { reason: RefundReason; network: Network; address: string; amount: string };
const FIELDS: readonly (keyof RefundValues)[] = ['reason', 'network', 'address', 'amount'];

export function useRefundForm(transId: string, { suggestions }: RefundOverview, onDone: () => void) {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  const valuesOf = (reason: RefundReason): RefundValues | undefined => {
    const found = suggestions.find((each) => each.reason === reason);
    return (
      found && {
        reason,
        network: found.network,
        address: found.toAddress,
        amount: writtenDecimal(shortMicros(readMicros(found.amount) ?? 0n), language),
      }
    );
  };
  const [first] = suggestions;
  const form = useForm<RefundValues>({
    defaultValues: (first && valuesOf(first.reason)) ?? { reason: 'other', network: NETWORKS[0], address: '', amount: '' },
  });

  /** What we know of that case; for another reason what is typed stays. */
  const choose = (reason: RefundReason) => form.reset(valuesOf(reason) ?? { ...form.getValues(), reason });

  const showRefusal = (error: unknown) => {
    if (isSignInNotConfirmed(error)) return; // closed by the user
    const otherwise = t('The refund could not be planned.');
    const problem = error instanceof ApiError ? error.fieldErrors[0] : undefined;
    const field = FIELDS.find((each) => each === problem?.path);
    if (field !== undefined && problem !== undefined)
      form.setError(field, { message: fieldText(t, problem.message) }, { shouldFocus: true });
    else form.setError('root', { message: errorText(t, error, otherwise) });
  };

  const submit = form.handleSubmit(async ({ amount, address, ...rest }) => {
    const body = { ...rest, address: address.replace(/\s+/g, ''), amount: readDecimal(amount, language) ?? '' };
    try {
      await withRecentSignIn(() => call(refundsApi.plan, { params: { transId }, body }));
      await client.invalidateQueries({ queryKey: INVOICES_KEY });
      toast.success(t('The refund is planned. Now send it from your wallet.'));
      onDone();
    } catch (error) {
      showRefusal(error);
    }
  });

  const rule = (field: 'address' | 'amount') => (value: string) => {
    const read = field === 'amount' ? (readDecimal(value.trim(), language) ?? value) : value;
    const problem = newRefundSchema.shape[field].safeParse(read).error?.issues[0]?.message;
    return problem === undefined || t(problem);
  };
  return { form, submit, choose, rules: { address: rule('address'), amount: rule('amount') } };
}
