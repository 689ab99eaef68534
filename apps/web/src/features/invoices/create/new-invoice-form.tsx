import { INVOICE_NAME_MAX, REQUEST_ID_MAX, type Store, URL_LENGTH_MAX } from '@stablegate/contract';
import { parseInvoiceAmount } from '@stablegate/rules';
import { Button, DialogActions, Field, Notice, TextArea, TextInput } from '@stablegate/ui';
import { ChevronRight } from 'lucide-react';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n/texts';
import { readDecimal, writtenDecimal } from '../../../lib/i18n/typed-number';
import { CustomerPays } from '../../../lib/merchants/customer-pays';
import { MerchantField } from '../../../lib/merchants/merchant-field';
import { OptionalMark } from '../../../lib/optional-mark';
import { ScreenLink } from '../../../lib/screen';
import { type MadeInvoice, type NewInvoice, useNewInvoice } from './use-new-invoice';

export type NewInvoiceFormProps = { stores: readonly Store[]; onClose: () => void; onMade: (made: MadeInvoice) => void };

export function NewInvoiceForm({ stores, onClose, onMade }: NewInvoiceFormProps) {
  const { t } = useTranslation();
  const made = useNewInvoice(stores[0]?.id ?? '', onMade);
  const { form, submit, isSubmitting, rules } = made;
  const { errors } = form.formState;
  return (
    <form className="mt-4 grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Controller
        control={form.control}
        name="storeId"
        render={({ field }) => {
          const choose = (id: string) => {
            form.clearErrors('storeId');
            field.onChange(id);
          };
          return <MerchantField stores={stores} value={field.value} onChange={choose} error={errors.storeId?.message} />;
        }}
      />
      <AmountField made={made} />
      <Field label={t('Invoice Name')} error={errors.name?.message}>
        {(aria) => (
          <TextInput
            {...aria}
            {...form.register('name', { validate: rules.name })}
            placeholder={t('Order #10482')} // tidy-allow: an order's number, no colour
            autoComplete="off"
            maxLength={INVOICE_NAME_MAX}
            required
          />
        )}
      </Field>
      <Field label={t('Description')} aside={<OptionalMark />} error={errors.description?.message}>
        {(aria) => <TextArea {...aria} {...form.register('description', { validate: rules.description })} rows={2} />}
      </Field>
      <MoreFields made={made} />
      <Refusal made={made} />
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {t('Create invoice')}
        </Button>
      </DialogActions>
    </form>
  );
}

/** The whole cost: the payable amount is shown below the amount while typing. */
function AmountField({ made: { form, rules } }: { made: NewInvoice }) {
  const { t, language } = useTranslation();
  const amount = useWatch({ control: form.control, name: 'amount' });
  const micros = parseInvoiceAmount(readDecimal(amount, language) ?? '');
  return (
    <Field
      label={t('Amount')}
      error={form.formState.errors.amount?.message}
      hint={micros === undefined ? t('The customer pays this plus the 0.5% fee.') : <CustomerPays micros={micros} />}
    >
      {(aria) => (
        <TextInput
          {...aria}
          {...form.register('amount', { validate: rules.amount })}
          inputMode="decimal"
          autoComplete="off"
          placeholder={writtenDecimal('0.00', language)}
          autoFocus
          dir="ltr"
          required
          end={<span className="px-2 text-caption text-subtle">USDT</span>}
        />
      )}
    </Field>
  );
}

function MoreFields({ made: { form, rules } }: { made: NewInvoice }) {
  const { t } = useTranslation();
  const { register, formState } = form;
  const { request_id, success_url, cancel_url } = formState.errors;
  const hasProblem = request_id !== undefined || success_url !== undefined || cancel_url !== undefined;
  const url = { type: 'url', dir: 'ltr', placeholder: 'https://', autoComplete: 'off', maxLength: URL_LENGTH_MAX } as const;
  return (
    <details className="more-fields" open={hasProblem || undefined}>
      <summary>
        <ChevronRight className="icon-sm flip" aria-hidden="true" />
        {t('More options')}
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-3">
        <Field
          label={t('Request ID')}
          hint={t('Your own order number. The same one never creates a second invoice.')}
          error={request_id?.message}
        >
          {(aria) => <TextInput {...aria} {...register('request_id')} autoComplete="off" maxLength={REQUEST_ID_MAX} />}
        </Field>
        <Field label={t('Return address after payment')} error={success_url?.message}>
          {(aria) => <TextInput {...aria} {...url} {...register('success_url', { validate: rules.url })} />}
        </Field>
        <Field label={t('Return address when it expires')} error={cancel_url?.message}>
          {(aria) => <TextInput {...aria} {...url} {...register('cancel_url', { validate: rules.url })} />}
        </Field>
      </div>
    </details>
  );
}

function Refusal({ made: { form, isTooPoor } }: { made: NewInvoice }) {
  const { t } = useTranslation();
  const problem = form.formState.errors.root?.message;
  if (problem === undefined) return null;
  return (
    <Notice
      tone="danger"
      role="alert"
      action={
        isTooPoor && (
          <ScreenLink to="/top-up" className="link">
            {t('Top Up')}
          </ScreenLink>
        )
      }
    >
      {problem}
    </Notice>
  );
}
