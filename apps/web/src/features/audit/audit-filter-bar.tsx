import { ACCOUNT_CHANGES } from '@stablegate/contract';
import { Button, Field, Select, TextInput } from '@stablegate/ui';
import { useTranslation } from '../../lib/i18n/texts';
import { DayFilters } from '../../lib/lists/day-filters';
import type { Filters } from './audit-filters';

const ALL = 'all';

export type AuditFilterBarProps = { filters: Filters; onChange: (change: Partial<Filters>) => void; onClear: (() => void) | undefined };

export function AuditFilterBar({ filters, onChange, onClear }: AuditFilterBarProps) {
  const { t } = useTranslation();
  return (
    <search className="audit-filters">
      <Field label={t('What changed')}>
        {(aria) => (
          <Select
            {...aria}
            value={filters.action ?? ALL}
            onChange={(action) => onChange({ action: action === ALL ? undefined : action })}
            options={[
              { value: ALL, label: t('All changes') },
              ...Object.entries(ACCOUNT_CHANGES).map(([value, title]) => ({ value, label: t(title) })),
            ]}
          />
        )}
      </Field>
      <Field label={t('Search')}>
        {(aria) => (
          <TextInput
            {...aria}
            type="search"
            placeholder={t('Address, device or value')}
            value={filters.text ?? ''}
            onChange={({ target }) => onChange({ text: target.value || undefined })}
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
