import { Field, TextInput } from '@stablegate/ui';
import { type TFunction, useTranslation } from '../i18n/texts';
import { writtenDay } from '../time/local-time';
import { ZoneName } from '../time/zone-note';

type Days = { from?: string | undefined; to?: string | undefined };

export const isReversed = ({ from = '', to = '' }: Days): boolean => from !== '' && to !== '' && to < from;

/** A range of days as a chip says it. */
export function daysText(t: TFunction, days: Days): string | undefined {
  const [from, to] = [days.from && writtenDay(days.from), days.to && writtenDay(days.to)];
  if (from && to) return from === to ? from : t('{{from}} to {{to}}', { from, to });
  if (from) return t('from {{from}}', { from });
  return to ? t('until {{to}}', { to }) : undefined;
}

/** The first and the last day of a list, both included; a reversed range is named as such. */
export function DayFilters({ days, onChange }: { days: Days; onChange: (change: Days) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Field label={t('From date')} aside={<ZoneName />}>
        {(aria) => (
          <TextInput
            {...aria}
            type="date"
            max={days.to}
            value={days.from ?? ''}
            onChange={({ target }) => onChange({ from: target.value || undefined })}
          />
        )}
      </Field>
      <Field label={t('To date')} aside={<ZoneName />} error={isReversed(days) && t('The end date is before the start date.')}>
        {(aria) => (
          <TextInput
            {...aria}
            type="date"
            min={days.from}
            value={days.to ?? ''}
            onChange={({ target }) => onChange({ to: target.value || undefined })}
          />
        )}
      </Field>
    </>
  );
}
