import { TRANSACTION_REASONS } from '@stablegate/contract';
import { Field, Select } from '@stablegate/ui';
import type { ReactNode } from 'react';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import type { FilterChoice } from '../../lib/lists/active-filters';
import { DayFilters, daysText } from '../../lib/lists/day-filters';
import { FilterFields } from '../../lib/lists/filter-fields';
import type { Filters } from './transaction-filters';

type OnChange = (change: Partial<Filters>) => void;
export type FilterBarProps = { filters: Filters; onChange: OnChange; onClear: () => void; actions: ReactNode };

const ALL = 'all';
const chosen = <Value extends string>(value: Value | typeof ALL): Value | undefined => (value === ALL ? undefined : value);

function activeOf(t: TFunction, filters: Filters, onChange: OnChange): readonly FilterChoice[] {
  const { reason, type } = filters;
  const days = daysText(t, filters);
  return [
    ...(reason === undefined ? [] : [{ id: 'reason', name: t('Reason'), value: t(reason), remove: () => onChange({ reason: undefined }) }]),
    ...(type === undefined
      ? []
      : [
          {
            id: 'type',
            name: t('Type'),
            value: type === 'add' ? t('Added') : t('Deducted'),
            remove: () => onChange({ type: undefined }),
          },
        ]),
    ...(days === undefined
      ? []
      : [{ id: 'days', name: t('Time'), value: days, remove: () => onChange({ from: undefined, to: undefined }) }]),
  ];
}

export function FilterBar({ filters, onChange, onClear, actions }: FilterBarProps) {
  const { t } = useTranslation();
  return (
    <FilterFields active={activeOf(t, filters, onChange)} onClear={onClear} actions={actions}>
      <Field label={t('Reason')}>
        {(aria) => (
          <Select
            {...aria}
            value={filters.reason ?? ALL}
            onChange={(reason) => onChange({ reason: chosen(reason) })}
            options={[
              { value: ALL, label: t('All reasons') },
              ...TRANSACTION_REASONS.map((reason) => ({ value: reason, label: t(reason) })),
            ]}
          />
        )}
      </Field>
      <Field label={t('Type')}>
        {(aria) => (
          <Select
            {...aria}
            value={filters.type ?? ALL}
            onChange={(type) => onChange({ type: chosen(type) })}
            options={[
              { value: ALL, label: t('All types') },
              { value: 'add', label: t('Added') },
              { value: 'deduct', label: t('Deducted') },
            ]}
          />
        )}
      </Field>
      <DayFilters days={filters} onChange={onChange} />
    </FilterFields>
  );
}
