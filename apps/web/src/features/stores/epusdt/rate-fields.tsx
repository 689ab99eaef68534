import {
  EPUSDT_RATE_PATH,
  EPUSDT_RATE_SOURCES,
  type EpusdtRateSource,
  type EpusdtSettings,
  epusdtRatePathSchema,
  epusdtRateSchema,
  URL_LENGTH_MAX,
  webAddressSchema,
} from '@stablegate/contract';
import { Field, Hint, Select, TextInput } from '@stablegate/ui';
import { Controller } from 'react-hook-form';
import { shownAmount } from '../../../lib/i18n/format';
import { useTranslation } from '../../../lib/i18n/texts';
import { writtenDecimal } from '../../../lib/i18n/typed-number';
import { fullTimeInText } from '../../../lib/time/local-time';
import { sentRate, type useEpusdtForm } from './use-epusdt';

/** As exchanges quote it. */
const RATE_DECIMALS = 4;

type Form = ReturnType<typeof useEpusdtForm>;
type Rule = { safeParse: (value: string) => { error?: { issues: readonly { message: string }[] } | undefined } };

function useRule() {
  const { t } = useTranslation();
  return (rule: Rule) => (value: string) => {
    const problem = rule.safeParse(value.trim()).error?.issues[0]?.message;
    return problem === undefined || t(problem);
  };
}

/** How the shop's amounts become USDT. */
export function RateFields({ form, settings: { currentRate, rateReadAt } }: { form: Form; settings: EpusdtSettings }) {
  const { t } = useTranslation();
  const source = form.watch('source');
  const labels: Readonly<Record<EpusdtRateSource, string>> = {
    fixed: t('CNY at a fixed rate'),
    address: t('CNY, live rate from a URL'),
    usdt: 'USDT',
  };
  const options = EPUSDT_RATE_SOURCES.map((value) => ({ value, label: labels[value] }));
  return (
    <>
      <Field label={t('Shop currency')}>
        {(aria) => (
          <Controller
            control={form.control}
            name="source"
            render={({ field }) => (
              <Select<string> {...aria} value={field.value} onChange={(chosen) => field.onChange(chosen)} options={options} />
            )}
          />
        )}
      </Field>
      {source === 'address' && <RateAddress form={form} />}
      {source !== 'usdt' && <Rate form={form} isExpected={source === 'address'} />}
      {source === 'address' && rateReadAt !== null && (
        <Hint>
          {/* Figures of one width: else the decimal point vanishes under a 7. */}
          <span className="num">
            {t('1 USDT is now {{rate}} CNY, as of {{time}}.', {
              rate: shownAmount(currentRate ?? '0', RATE_DECIMALS),
              time: fullTimeInText(new Date(rateReadAt)),
            })}
          </span>
        </Hint>
      )}
    </>
  );
}

function RateAddress({ form: { register, formState } }: { form: Form }) {
  const { t } = useTranslation();
  const follows = useRule();
  const { rateUrl, ratePath } = formState.errors;
  return (
    <>
      <Field label={t('Exchange-rate URL')} hint={t('Read every 5 minutes. It must answer with JSON.')} error={rateUrl?.message}>
        {(aria) => (
          <TextInput
            {...aria}
            {...register('rateUrl', { validate: follows(webAddressSchema) })}
            type="url"
            dir="ltr"
            autoComplete="url"
            placeholder="https://"
            maxLength={URL_LENGTH_MAX}
          />
        )}
      </Field>
      <Field label={t('Path in the JSON')} error={ratePath?.message}>
        {(aria) => (
          <TextInput
            {...aria}
            {...register('ratePath', { validate: follows(epusdtRatePathSchema) })}
            dir="ltr"
            autoComplete="off"
            placeholder={EPUSDT_RATE_PATH}
          />
        )}
      </Field>
    </>
  );
}

function Rate({ form: { register, formState }, isExpected }: { form: Form; isExpected: boolean }) {
  const { t, language } = useTranslation();
  const isRate = useRule()(epusdtRateSchema);
  const limits = t('A rate that is more than twice or less than half of this is not used; the last good one stays.');
  return (
    <Field
      label={isExpected ? t('Expected CNY per USDT') : t('CNY per USDT')}
      {...(isExpected && { hint: limits })}
      error={formState.errors.rate?.message}
    >
      {(aria) => (
        <TextInput
          {...aria}
          {...register('rate', { validate: (typed) => isRate(sentRate(typed, language)) })}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          placeholder={writtenDecimal('7.2', language)}
        />
      )}
    </Field>
  );
}
