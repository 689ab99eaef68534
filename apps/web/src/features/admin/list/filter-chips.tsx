import { FilterChip } from '@stablegate/ui';
import { useTranslation } from 'react-i18next';
import { boundsOf, type FilterField } from './filter-form';

export type FilterChipsProps = {
  fields: readonly FilterField[];
  values: Readonly<Record<string, string>>;
  onApply: (values: Record<string, string>) => void;
};

const optionLabel = (field: FilterField, value: string): string =>
  field.kind === 'choice' ? (field.options.find((option) => option.value === value)?.label ?? value) : value;

/** "Số tiền từ" alone, but "Số tiền từ … đến" for the other end, which is only called "đến" in the form. */
const nameOf = (field: FilterField, name: string): string =>
  'from' in field && name === field.to.name ? `${field.from.label} … ${field.to.label}` : (boundsOf(field)[0]?.label ?? name);

/** While the form is hidden, what filters is still seen, and goes one by one. */
export function FilterChips({ fields, values, onApply }: FilterChipsProps) {
  const { t } = useTranslation();
  const active = fields.flatMap((field) =>
    boundsOf(field).flatMap(({ name }) => {
      const value = values[name];
      return value === undefined ? [] : [{ name, label: nameOf(field, name), value: optionLabel(field, value) }];
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
          removeLabel={t('Bỏ lọc: {{name}}', { name: label })}
          onRemove={() => onApply({ ...values, [name]: '' })}
        />
      ))}
    </div>
  );
}
