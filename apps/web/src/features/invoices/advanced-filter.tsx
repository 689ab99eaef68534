import { INVOICE_DESCRIPTION_MAX, INVOICE_NAME_MAX, invoiceFilters, STORE_NAME_MAX } from '@stablegate/contract';
import { parseMicros } from '@stablegate/rules';
import { Button, Field, TextInput } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { storesQuery } from '../../lib/api/stores.queries';
import { useTranslation } from '../../lib/i18n/texts';
import { ZoneName } from '../../lib/time/zone-note';
import { ADVANCED_FILTER_ID } from './filter-bar';
import { AMOUNT_MAX_DEFAULT, AMOUNT_MIN_DEFAULT, type Filters } from './invoice-filters';
import type { UrlFilters } from './use-invoice-list';

type Values = Record<'transId' | 'name' | 'description' | 'storeName' | 'amountMin' | 'amountMax' | 'createdFrom' | 'createdTo', string>;

const valuesOf = (filters: Filters): Values => ({
  transId: filters.transId ?? '',
  name: filters.name ?? '',
  description: filters.description ?? '',
  storeName: filters.storeName ?? '',
  amountMin: filters.amountMin || AMOUNT_MIN_DEFAULT,
  amountMax: filters.amountMax || AMOUNT_MAX_DEFAULT,
  createdFrom: filters.createdFrom ?? '',
  createdTo: filters.createdTo ?? '',
});

/** An amount that nobody changed does not filter: an invoice above 10000 must not vanish because of a name or of the other amount. */
function filtersOf(values: Values, isChanged: Partial<Record<keyof Values, boolean>>, { amountMin, amountMax }: Filters): Partial<Filters> {
  return {
    ...values,
    amountMin: isChanged.amountMin ? values.amountMin : amountMin,
    amountMax: isChanged.amountMax ? values.amountMax : amountMax,
  };
}

export function AdvancedFilter({ url: { filters, setFilters }, onClose }: { url: UrlFilters; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useForm<Values>({ values: valuesOf(filters) });
  const { dirtyFields } = form.formState;
  const apply = form.handleSubmit((values) => {
    setFilters(filtersOf(values, dirtyFields, filters));
    onClose();
  });
  return (
    <form id={ADVANCED_FILTER_ID} className="card advanced-filter" noValidate onSubmit={(event) => void apply(event)}>
      <TextFields form={form} />
      <RangeFields form={form} hasMaximum={Boolean(filters.amountMax)} />
      <div className="advanced-filter-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('Apply filter')}
        </Button>
      </div>
    </form>
  );
}

function TextFields({ form: { register } }: { form: UseFormReturn<Values> }) {
  const { t } = useTranslation();
  const storesId = useId();
  const { data: stores = [] } = useQuery(storesQuery);
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <>
      <Field label={t('Transaction ID')}>
        {(aria) => <TextInput {...aria} {...plain} {...register('transId')} maxLength={64} autoFocus />}
      </Field>
      <Field label={t('Invoice Name')}>
        {(aria) => <TextInput {...aria} {...plain} {...register('name')} maxLength={INVOICE_NAME_MAX} />}
      </Field>
      <Field label={t('Description')}>
        {(aria) => <TextInput {...aria} {...plain} {...register('description')} maxLength={INVOICE_DESCRIPTION_MAX} />}
      </Field>
      <Field label={t('Merchant')}>
        {(aria) => <TextInput {...aria} {...plain} {...register('storeName')} maxLength={STORE_NAME_MAX} list={storesId} />}
      </Field>
      <datalist id={storesId}>
        {stores.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  );
}

function RangeFields({ form: { register, formState, getValues }, hasMaximum }: { form: UseFormReturn<Values>; hasMaximum: boolean }) {
  const { t } = useTranslation();
  const { errors, dirtyFields } = formState;
  const isAmount = (value: string) => {
    const problem = invoiceFilters.amountMin.safeParse(value).error?.issues[0]?.message;
    return problem === undefined || t('Please enter a plain decimal number such as 10.50.');
  };
  const notBelow = (value: string) => {
    if (!hasMaximum && !dirtyFields.amountMax) return true;
    const [from, to] = [parseMicros(getValues().amountMin), parseMicros(value)];
    return from === undefined || to === undefined || to >= from || t('The maximum amount is lower than the minimum.');
  };
  const notBefore = (value: string) => {
    const { createdFrom } = getValues();
    return value === '' || createdFrom === '' || value >= createdFrom || t('The end date is before the start date.');
  };
  // The step is for the arrows; every amount in between can be typed.
  const amount = { type: 'number', inputMode: 'decimal', min: 0, step: 10 } as const;
  return (
    <>
      <Field label={t('Amount from')} error={errors.amountMin?.message}>
        {(aria) => <TextInput {...aria} {...amount} {...register('amountMin', { validate: isAmount })} end={<Unit />} />}
      </Field>
      <Field label={t('Amount to')} error={errors.amountMax?.message}>
        {(aria) => <TextInput {...aria} {...amount} {...register('amountMax', { validate: { isAmount, notBelow } })} end={<Unit />} />}
      </Field>
      <Field label={t('Created from')} aside={<ZoneName />} error={errors.createdFrom?.message}>
        {(aria) => <TextInput {...aria} type="date" {...register('createdFrom')} />}
      </Field>
      <Field label={t('Created to')} aside={<ZoneName />} error={errors.createdTo?.message}>
        {(aria) => <TextInput {...aria} type="date" {...register('createdTo', { validate: notBefore })} />}
      </Field>
    </>
  );
}

const Unit = () => <span className="px-2 text-caption text-subtle">USDT</span>;
