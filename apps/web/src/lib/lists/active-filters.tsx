import { Button, FilterChip } from '@stablegate/ui';
import { useTranslation } from '../i18n/texts';

export type FilterChoice = { readonly id: string; readonly name: string; readonly value: string; readonly remove: () => void };

/** Each filter that is set can be removed alone, or all together. */
export function ActiveFilters({ active, onClear }: { active: readonly FilterChoice[]; onClear: () => void }) {
  const { t } = useTranslation();
  if (active.length === 0) return null;
  return (
    <div className="chips">
      {active.map(({ id, name, value, remove }) => (
        <FilterChip key={id} name={name} value={value} removeLabel={t('Remove filter {{name}}', { name })} onRemove={remove} />
      ))}
      <Button variant="ghost" size="sm" onClick={onClear}>
        {t('Clear filters')}
      </Button>
    </div>
  );
}
