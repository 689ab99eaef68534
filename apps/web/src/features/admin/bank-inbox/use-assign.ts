import { bankInboxApi, type UnmatchedBankTransfer } from '@stablegate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { isSignInNotConfirmed, withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { useAdminAnnounce } from '../announce';

export type AssignValues = { depositId: string; reason: string };

/** Manual credit: the audit trail records who, what and why. */
export function useAssign(transfer: UnmatchedBankTransfer, onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const announce = useAdminAnnounce();
  const form = useForm<AssignValues>({ defaultValues: { depositId: transfer.candidates[0]?.depositId ?? '', reason: '' } });
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    if (isSubmitting) return;
    try {
      const { data } = await withRecentSignIn(() => call(bankInboxApi.assign, { params: { id: transfer.id }, body }));
      onDone();
      announce.done(t('The transfer was assigned'), t("{{amount}} USD was added to the customer's balance.", { amount: data.credited }));
      await client.invalidateQueries({ queryKey: ['admin'] });
    } catch (error) {
      if (isSignInNotConfirmed(error)) return; // closed by the user
      const isUnknown = error instanceof ApiError && error.code === 'not_found';
      const text = isUnknown ? t('This deposit invoice does not exist.') : errorText(t, error, t('The transfer could not be assigned'));
      form.setError(isUnknown ? 'depositId' : 'root', { message: text });
    }
  });
  return { ...form, submit };
}
