import { INVOICE_EXPIRY_DEFAULT, INVOICE_EXPIRY_MINUTES, type Store, storesApi } from '@stablegate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../lib/api/api';
import { ApiError } from '../../lib/api/api-error';
import { errorText, fieldText } from '../../lib/api/error-text';
import { STORES_KEY } from '../../lib/api/stores.queries';
import { useTranslation } from '../../lib/i18n/texts';
import { isSignInNotConfirmed, withRecentSignIn } from '../../lib/session/recent-sign-in';
import type { InvoiceExpiry } from './expiry-select';
import { useAnnounce } from './use-announce';

export type StoreValues = {
  name: string;
  note: string;
  invoiceExpiryMinutes: InvoiceExpiry;
  keyInCallbacks: boolean;
  sharesAddresses: boolean;
};

const valuesOf = ({ name, note, invoiceExpiryMinutes, keyInCallbacks, sharesAddresses }: Store): StoreValues => ({
  name,
  note: note ?? '',
  keyInCallbacks,
  sharesAddresses,
  invoiceExpiryMinutes: INVOICE_EXPIRY_MINUTES.find((minutes) => minutes === invoiceExpiryMinutes) ?? INVOICE_EXPIRY_DEFAULT,
});

const isField = (path: string): path is keyof StoreValues => path === 'name' || path === 'note' || path === 'invoiceExpiryMinutes';

export function useStoreForm(store: Store) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const announce = useAnnounce();
  const form = useForm<StoreValues>({ defaultValues: valuesOf(store) });
  const { isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async ({ note, ...values }) => {
    if (isSubmitting) return;
    try {
      const body = { ...values, note: note === '' ? null : note };
      const saved = await withRecentSignIn(() => call(storesApi.update, { params: { id: store.id }, body }));
      form.reset(valuesOf(saved));
      announce.succeeded(t('Success'), t('Changes have been saved'));
      await client.invalidateQueries({ queryKey: STORES_KEY });
    } catch (error) {
      if (isSignInNotConfirmed(error)) return;
      const problems = error instanceof ApiError ? error.fieldErrors.filter(({ path }) => isField(path)) : [];
      for (const { path, message } of problems) if (isField(path)) form.setError(path, { message: fieldText(t, message) });
      if (problems.length === 0) form.setError('root', { message: errorText(t, error, t('Something went wrong. Please try again.')) });
    }
  });
  return { ...form, submit, isSubmitting, isDirty };
}
