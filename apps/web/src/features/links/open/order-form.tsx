import { chosenAmountSchema, LINK_AMOUNT_MIN, LINK_ANSWER_CHARS_MAX, type OpenLink } from '@stablegate/contract';
import { basePayable, feeOf, parseInvoiceAmount } from '@stablegate/rules';
import { Amount, Button, Field, Notice, TextInput } from '@stablegate/ui';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError } from '../../../lib/api/api-error';
import { errorText, fieldText } from '../../../lib/api/error-text';
import { isEmbedded } from '../../../lib/embed/address';
import { embedPath, postToParent } from '../../../lib/embed/embedded';
import { wholeAmount } from '../../../lib/i18n/format';
import { useTranslation } from '../../../lib/i18n/texts';
import { readDecimal, writtenDecimal } from '../../../lib/i18n/typed-number';
import { OptionalMark } from '../../../lib/optional-mark';
import { useProvenOrder } from './proven-order';

type Values = { amount: string; answers: string[] };

function useOrder(link: OpenLink, slug: string) {
  const { t, language } = useTranslation();
  const send = useProvenOrder(link, slug);
  const form = useForm<Values>({ defaultValues: { amount: '', answers: link.questions.map(() => '') } });
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  const submit = form.handleSubmit(async ({ amount, answers }) => {
    if (isSubmitting) return;
    try {
      const body = {
        answers: answers.map((answer) => answer.trim()),
        ...(link.amount === null ? { amount: readDecimal(amount, language) ?? '' } : {}),
      };
      const { transId, url_payment } = await send(body);
      postToParent({ type: 'created', trans_id: transId, link: slug, url_payment });
      window.location.assign(isEmbedded() ? embedPath(`/bill/${transId}`) : url_payment); // another page, not a screen of this app
    } catch (error) {
      const problem = error instanceof ApiError ? error.fieldErrors[0] : undefined;
      const index = link.questions.findIndex((_, at) => problem?.path === `answers.${at}`);
      if (problem !== undefined && problem.path === 'amount') form.setError('amount', { message: fieldText(t, problem.message) });
      else if (problem !== undefined && index !== -1) form.setError(`answers.${index}`, { message: fieldText(t, problem.message) });
      else form.setError('root', { message: errorText(t, error, t('Something went wrong. Please try again.')) });
    }
  });
  const isAmount = (value: string) => {
    const amount = readDecimal(value, language) ?? '';
    const problem = chosenAmountSchema.safeParse(amount).error?.issues[0]?.message;
    if (problem !== undefined) return t(problem);
    const isTooMuch = link.amountMax !== null && (parseInvoiceAmount(amount) ?? 0n) > (parseInvoiceAmount(link.amountMax) ?? 0n);
    return !isTooMuch || t('This is more than can be paid here at once.');
  };
  const isAnswer = (required: boolean) => (value: string) => !required || value.trim() !== '' || t('Please answer this question.');
  return { form, submit, isBusy: isSubmitting || isSubmitSuccessful, isAmount, isAnswer };
}

export function OrderForm({ link, slug }: { link: OpenLink; slug: string }) {
  const { t, language } = useTranslation();
  const { form, submit, isBusy, isAmount, isAnswer } = useOrder(link, slug);
  const { errors } = form.formState;
  const typed = useWatch({ control: form.control, name: 'amount' });
  const micros = parseInvoiceAmount(link.amount ?? readDecimal(typed, language) ?? '');
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {link.amount === null && (
        <Field
          label={t('Amount')}
          hint={`${t('From {{least}} to {{most}} USDT.', {
            least: wholeAmount(LINK_AMOUNT_MIN),
            most: wholeAmount(link.amountMax ?? '0'),
          })} ${t('A service fee of 0.5% is added.')}`}
          error={errors.amount?.message}
        >
          {(aria) => (
            <TextInput
              {...aria}
              {...form.register('amount', { validate: isAmount })}
              inputMode="decimal"
              autoComplete="off"
              placeholder={writtenDecimal('0.00', language)}
              dir="ltr"
              required
              end={<span className="px-2 text-caption text-subtle">USDT</span>}
            />
          )}
        </Field>
      )}
      {link.questions.map(({ label, required }, index) => (
        <Field
          key={label}
          label={<bdi>{label}</bdi>}
          aside={required ? undefined : <OptionalMark />}
          error={errors.answers?.[index]?.message}
        >
          {(aria) => (
            <TextInput
              {...aria}
              {...form.register(`answers.${index}`, { validate: isAnswer(required) })}
              maxLength={LINK_ANSWER_CHARS_MAX}
              required={required}
            />
          )}
        </Field>
      ))}
      {micros !== undefined && <Total micros={micros} />}
      {errors.root !== undefined && (
        <Notice tone="danger" role="alert">
          {errors.root.message}
        </Notice>
      )}
      <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
        {t('Continue to payment')}
      </Button>
    </form>
  );
}

/** The whole cost before the first step. */
function Total({ micros }: { micros: bigint }) {
  const { t } = useTranslation();
  return (
    <dl className="open-link-total">
      <dt>{t('Amount')}</dt>
      <dd>
        <Amount value={micros} decimals={4} unit="USDT" />
      </dd>
      <dt>{t('Service fee (0.5%)')}</dt>
      <dd>
        <Amount value={feeOf(micros)} decimals={4} unit="USDT" />
      </dd>
      <dt className="font-medium">{t('Total to send')}</dt>
      <dd className="font-medium">
        <Amount value={basePayable(micros)} decimals={4} unit="USDT" />
      </dd>
    </dl>
  );
}
