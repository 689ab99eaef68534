import { INVOICE_EXPIRY_DEFAULT, STORE_NAME_MAX, storesApi } from '@stablegate/contract';
import { Dialog, Field, TextInput } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { call } from '../../lib/api/api';
import { ApiError, isNetworkError } from '../../lib/api/api-error';
import { errorText, fieldText } from '../../lib/api/error-text';
import { STORES_KEY } from '../../lib/api/stores.queries';
import { DialogFoot } from '../../lib/dialog-foot';
import { useTranslation } from '../../lib/i18n/texts';
import { ExpirySelect, type InvoiceExpiry } from './expiry-select';
import { manageHref } from './store-row';
import { nameRule } from './store-rules';
import { useAnnounce } from './use-announce';

type Values = { name: string; invoiceExpiryMinutes: InvoiceExpiry };

export type AddStoreDialogProps = { open: boolean; onClose: () => void };

export function AddStoreDialog({ open, onClose }: AddStoreDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('Add New Merchant')}
      text={t('A merchant is one shop or app that takes payments. It gets its own API key.')}
      closeLabel={t('Close')}
    >
      <NewStoreForm onClose={onClose} />
    </Dialog>
  );
}

/** Without an address a merchant cannot be paid: the next page asks for the first one. */
function useNewStoreForm() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const form = useForm<Values>({ defaultValues: { name: '', invoiceExpiryMinutes: INVOICE_EXPIRY_DEFAULT } });
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    if (isSubmitting) return;
    try {
      const store = await call(storesApi.create, { body: { ...values, name: values.name.trim() } });
      await client.invalidateQueries({ queryKey: STORES_KEY });
      await navigate(`${manageHref(store)}&tab=addresses`);
      announce.succeeded(t('Success'), t('Merchant created successfully'));
    } catch (error) {
      const problem = error instanceof ApiError ? error.fieldErrors.find(({ path }) => path === 'name') : undefined;
      if (problem !== undefined) return form.setError('name', { message: fieldText(t, problem.message) }, { shouldFocus: true });
      const otherwise = t('Failed to create merchant');
      form.setError('root', { message: isNetworkError(error) ? otherwise : errorText(t, error, otherwise) });
    }
  });
  return { ...form, submit, isSubmitting };
}

function NewStoreForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { register, control, formState, submit, isSubmitting } = useNewStoreForm();
  const { errors } = formState;
  return (
    <form className="mt-4 grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('Merchant name')} error={errors.name?.message}>
        {(aria) => (
          <TextInput
            {...aria}
            {...register('name', { validate: nameRule(t) })}
            autoComplete="organization"
            maxLength={STORE_NAME_MAX}
            required
          />
        )}
      </Field>
      <Field label={t('Invoice expiry')} hint={t('How long customers have to pay an invoice.')}>
        {(aria) => (
          <Controller
            control={control}
            name="invoiceExpiryMinutes"
            render={({ field }) => <ExpirySelect {...aria} value={field.value} onChange={field.onChange} />}
          />
        )}
      </Field>
      <DialogFoot error={errors.root?.message} submitLabel={t('Add merchant')} isSubmitting={isSubmitting} onCancel={onClose} />
    </form>
  );
}
