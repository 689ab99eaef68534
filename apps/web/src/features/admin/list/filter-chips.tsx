import { FilterChip } from '@stablegate/ui';
import { useTranslation } from '../../../lib/i18n/texts';
import { boundsOf, type FilterField, nameOf } from './filter-form';

export type FilterChipsProps = {
  fields: readonly FilterField[];
  values: Readonly<Record<string, string>>;
  onApply: (values: Record<string, string>) => void;
};

const optionLabel = (field: FilterField, value: string): string =>
  field.kind === 'choice' ? (field.options.find((option) => option.value === value)?.label ?? value) : value;

/** While the form is hidden, active filters stay visible and can be removed one by one. */
export function FilterChips({ fields, values, onApply }: FilterChipsProps) {
  const { t } = useTranslation();
  const active = fields.flatMap((field) =>
    boundsOf(field).flatMap((bound) => {
      const { name } = bound;
      const value = values[name];
      return value === undefined ? [] : [{ name, label: nameOf(field, bound), value: optionLabel(field, value) }];
    }),
  );
  if (active.length === 0) return null;
  return (
    <div className="admin-chips">
      {active.map(({ name, label, value }) => (
        <FilterChip
          key={name}
          name={label}
          value={value}
          removeLabel={t('Remove filter {{name}}', { name: label })}
          onRemove={() => onApply({ ...values, [name]: '' })}
        />
      ))}
    </div>
  );
}
