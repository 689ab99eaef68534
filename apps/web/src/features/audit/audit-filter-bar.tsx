import { ACCOUNT_CHANGES, auditTitle, WORK_TITLES } from '@stablegate/contract';
import { Field, Select, TextInput } from '@stablegate/ui';
import type { ReactNode } from 'react';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import type { FilterChoice } from '../../lib/lists/active-filters';
import { DayFilters, daysText } from '../../lib/lists/day-filters';
import { FilterFields } from '../../lib/lists/filter-fields';
import type { Filters } from './audit-filters';

const ALL = 'all';
const titles = { ...WORK_TITLES, ...ACCOUNT_CHANGES };

type OnChange = (change: Partial<Filters>) => void;
export type AuditFilterBarProps = { filters: Filters; onChange: OnChange; onClear: () => void; actions: ReactNode };

function activeOf(t: TFunction, filters: Filters, onChange: OnChange): readonly FilterChoice[] {
  const { action, text } = filters;
  const days = daysText(t, filters);
  return [
    ...(action === undefined
      ? []
      : [{ id: 'action', name: t('What changed'), value: t(auditTitle(action)), remove: () => onChange({ action: undefined }) }]),
    ...(text === undefined ? [] : [{ id: 'text', name: t('Search'), value: text, remove: () => onChange({ text: undefined }) }]),
    ...(days === undefined
      ? []
      : [{ id: 'days', name: t('Time'), value: days, remove: () => onChange({ from: undefined, to: undefined }) }]),
  ];
}

export function AuditFilterBar({ filters, onChange, onClear, actions }: AuditFilterBarProps) {
  const { t } = useTranslation();
  return (
    <FilterFields active={activeOf(t, filters, onChange)} onClear={onClear} actions={actions} hasLongTexts>
      <Field label={t('What changed')}>
        {(aria) => (
          <Select
            {...aria}
            value={filters.action ?? ALL}
            onChange={(action) => onChange({ action: action === ALL ? undefined : action })}
            options={[
              { value: ALL, label: t('All changes') },
              ...Object.entries(titles).map(([value, title]) => ({ value, label: t(title) })),
            ]}
          />
        )}
      </Field>
      <Field label={t('Search')}>
        {(aria) => (
          <TextInput
            {...aria}
            type="search"
            placeholder={t('Address, device …')}
            value={filters.text ?? ''}
            onChange={({ target }) => onChange({ text: target.value || undefined })}
          />
        )}
      </Field>
      <DayFilters days={filters} onChange={onChange} />
    </FilterFields>
  );
}
