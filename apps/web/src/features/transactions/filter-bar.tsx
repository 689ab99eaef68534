import { TRANSACTION_REASONS } from '@stablegate/contract';
import { Button, Field, Select } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';
import { DayFilters } from '../../lib/lists/day-filters';
import type { Filters } from './transaction-filters';

export type FilterBarProps = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  /** Only while a filter is active. */
  onClear: (() => void) | undefined;
};

const ALL = 'all';
const chosen = <Value extends string>(value: Value | typeof ALL): Value | undefined => (value === ALL ? undefined : value);

export function FilterBar({ filters, onChange, onClear }: FilterBarProps) {
  const { t } = useTranslation();
  return (
    <search className="transaction-filters">
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
      {onClear !== undefined && (
        <Button variant="ghost" onClick={onClear}>
          {t('Clear filters')}
        </Button>
      )}
    </search>
  );
}
