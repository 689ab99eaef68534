import {
  INVOICE_NAME_MAX,
  LINK_AMOUNT_MAX_DEFAULT,
  LINK_MESSAGE_CHARS_MAX,
  LINK_QUESTION_CHARS_MAX,
  LINK_QUESTIONS_MAX,
  type PaymentLink,
  type Store,
} from '@stablegate/contract';
import { Button, Checkbox, Field, IconButton, TextArea, TextInput } from '@stablegate/ui';
import { Plus, Trash2 } from 'lucide-react';
import { Controller, useWatch } from 'react-hook-form';
import { DialogFoot } from '../../lib/dialog-foot';
import { wholeAmount } from '../../lib/i18n/format';
import { useTranslation } from '../../lib/i18n/texts';
import { MerchantField } from '../../lib/merchants/merchant-field';
import { OptionalMark } from '../../lib/optional-mark';
import { type LinkFormState, type TypedQuestion, typedQuestion, useLinkForm } from './use-link-form';

type LinkFormProps = { stores: readonly Store[]; link: PaymentLink | undefined; onClose: () => void };

export function LinkForm({ stores, link, onClose }: LinkFormProps) {
  const { t } = useTranslation();
  const made = useLinkForm(link, stores[0]?.id ?? '', onClose);
  const { form, submit, isSubmitting, rules } = made;
  const { errors } = form.formState;
  const isOpenAmount = useWatch({ control: form.control, name: 'amount' }).trim() === '';
  return (
    <form className="mt-4 grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {link === undefined && (
        <Controller
          control={form.control}
          name="storeId"
          render={({ field }) => (
            <MerchantField stores={stores} value={field.value} onChange={field.onChange} error={errors.storeId?.message} />
          )}
        />
      )}
      <Field label={t('Name')} error={errors.name?.message}>
        {(aria) => (
          <TextInput
            {...aria}
            {...form.register('name', { validate: rules.name })}
            autoComplete="off"
            maxLength={INVOICE_NAME_MAX}
            required
          />
        )}
      </Field>
      <AmountField made={made} name="amount" label={t('Amount')} hint={t('Leave empty, and the customer chooses the amount.')} />
      {isOpenAmount && (
        <AmountField
          made={made}
          name="amountMax"
          label={t('Greatest amount')}
          hint={t('Empty: {{amount}} USDT. Customers cannot enter more.', { amount: wholeAmount(LINK_AMOUNT_MAX_DEFAULT) })}
        />
      )}
      <Field label={t('Description')} aside={<OptionalMark />} error={errors.description?.message}>
        {(aria) => <TextArea {...aria} {...form.register('description', { validate: rules.description })} rows={2} />}
      </Field>
      <Limits made={made} />
      <AmountField
        made={made}
        name="holdMax"
        label={t('Most that unpaid orders may reserve')}
        unit="USD"
        hint={t(
          'An order reserves its fee of 0.5% on your balance until it is paid or has expired. All links together never reserve more than a tenth of your balance.',
        )}
      />
      <Questions made={made} />
      <Field
        label={t('Message after payment')}
        aside={<OptionalMark />}
        hint={t('Shown to customers who have paid.')}
        error={errors.successMessage?.message}
      >
        {(aria) => <TextArea {...aria} {...form.register('successMessage')} rows={2} maxLength={LINK_MESSAGE_CHARS_MAX} />}
      </Field>
      <DialogFoot error={errors.root?.message} submitLabel={t('Save')} isSubmitting={isSubmitting} onCancel={onClose} />
    </form>
  );
}

type AmountFieldProps = { made: LinkFormState; name: 'amount' | 'amountMax' | 'holdMax'; label: string; hint: string; unit?: string };

function AmountField({ made: { form, rules }, name, label, hint, unit = 'USDT' }: AmountFieldProps) {
  return (
    <Field label={label} aside={<OptionalMark />} hint={hint} error={form.formState.errors[name]?.message}>
      {(aria) => (
        <TextInput
          {...aria}
          {...form.register(name, { validate: rules.amount })}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          end={<span className="px-2 text-caption text-subtle">{unit}</span>}
        />
      )}
    </Field>
  );
}

function Limits({ made: { form, rules } }: { made: LinkFormState }) {
  const { t } = useTranslation();
  const { stock, endsAt } = form.formState.errors;
  return (
    <div className="link-limits">
      <Field label={t('Stock')} aside={<OptionalMark />} hint={t('How many can be sold in all. Empty: any number.')} error={stock?.message}>
        {(aria) => (
          <TextInput {...aria} {...form.register('stock', { validate: rules.stock })} inputMode="numeric" autoComplete="off" dir="ltr" />
        )}
      </Field>
      <Field label={t('Ends on')} aside={<OptionalMark />} error={endsAt?.message}>
        {(aria) => <TextInput {...aria} {...form.register('endsAt')} type="datetime-local" />}
      </Field>
    </div>
  );
}

/** A list of its own: the library's would make the sign-in page load another kilobyte. */
function Questions({ made: { form } }: { made: LinkFormState }) {
  return (
    <Controller
      control={form.control}
      name="questions"
      render={({ field }) => <QuestionList questions={field.value} onChange={field.onChange} />}
    />
  );
}

type QuestionListProps = { questions: readonly TypedQuestion[]; onChange: (questions: TypedQuestion[]) => void };

function QuestionList({ questions, onChange }: QuestionListProps) {
  const { t } = useTranslation();
  const set = (key: string, change: Partial<TypedQuestion>) =>
    onChange(questions.map((question) => (question.key === key ? { ...question, ...change } : question)));
  return (
    <fieldset className="link-questions">
      <legend className="font-medium">{t('Questions for the customer')}</legend>
      {questions.map(({ key, label, required }) => (
        <div key={key} className="link-question">
          <TextInput
            aria-label={t('Question')}
            value={label}
            onChange={(event) => set(key, { label: event.target.value })}
            autoComplete="off"
            maxLength={LINK_QUESTION_CHARS_MAX}
          />
          <Checkbox checked={required} onChange={(isRequired) => set(key, { required: isRequired })} label={t('Required')} />
          <IconButton
            label={t('Remove')}
            icon={<Trash2 className="icon" aria-hidden="true" />}
            onClick={() => onChange(questions.filter((question) => question.key !== key))}
          />
        </div>
      ))}
      {questions.length < LINK_QUESTIONS_MAX && (
        <Button
          size="sm"
          icon={<Plus className="icon-sm" aria-hidden="true" />}
          onClick={() => onChange([...questions, typedQuestion({ label: '', required: true })])}
        >
          {t('Add question')}
        </Button>
      )}
    </fieldset>
  );
}
