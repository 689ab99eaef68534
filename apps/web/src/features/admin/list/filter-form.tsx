import { readMicros } from '@stablegate/rules';
import { Button, classes, TextInput } from '@stablegate/ui';
import { ChevronDown, Search } from 'lucide-react';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

export type FilterOption = { value: string; label: string };
/** prefix: shown inside the field where the label would be too long. */
type Bound = { name: string; label: string; prefix?: string };
/** One cell of the form: a text, a choice, or the two ends of a range. */
export type FilterField =
  | (Bound & { kind: 'text' })
  | (Bound & { kind: 'choice'; options: readonly FilterOption[] })
  | { kind: 'days' | 'amounts'; from: Bound; to: Bound };

export type FilterFormProps = {
  id: string;
  fields: readonly FilterField[];
  /** The active filters; the fields follow when they change. */
  values: Readonly<Record<string, string>>;
  refused: (values: Record<string, string>) => string[];
  onApply: (values: Record<string, string>) => void;
  onClear: () => void;
};

export const boundsOf = (field: FilterField): readonly Bound[] => ('from' in field ? [field.from, field.to] : [field]);

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']));

/** The upper end of a range that ends before it begins. */
function reversedEnd(field: FilterField, typed: Record<string, string>): string[] {
  if (!('from' in field)) return [];
  const [from = '', to = ''] = [typed[field.from.name], typed[field.to.name]];
  if (from === '' || to === '') return [];
  const [low, high] = field.kind === 'days' ? [from, to] : [readMicros(from), readMicros(to)];
  return low !== undefined && high !== undefined && high < low ? [field.to.name] : [];
}

/** The fields are uncontrolled: typing into one of seventeen rerenders nothing, and filters apply only on submit. */
export function FilterForm({ id, fields, values, refused, onApply, onClear }: FilterFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const followed = useRef(values);
  // Only changed ones: the user may already be typing into another field.
  useLayoutEffect(() => {
    for (const element of form.current?.elements ?? []) {
      if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) continue;
      const value = values[element.name] ?? '';
      if (value !== (followed.current[element.name] ?? '')) element.value = value;
    }
    followed.current = values;
    setWrong([]);
  }, [values]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = valuesOf(event.currentTarget);
    const bad = [...refused(typed), ...fields.flatMap((field) => reversedEnd(field, typed))];
    setWrong(bad);
    if (bad.length === 0) onApply(typed);
    else event.currentTarget.querySelector<HTMLInputElement>(`[name="${bad[0]}"]`)?.focus();
  };
  const clear = () => {
    form.current?.reset();
    setWrong([]);
    onClear();
  };
  const wrongNames = fields.flatMap((field) =>
    boundsOf(field).flatMap((bound) => (wrong.includes(bound.name) ? [nameOf(field, bound)] : [])),
  );
  return (
    <form id={id} ref={form} className="filter-form" noValidate onSubmit={submit} aria-label={t('Filters')}>
      {fields.map((field) => (
        <FilterCell key={boundsOf(field)[0]?.name} field={field} values={values} wrong={wrong} />
      ))}
      <div className="filter-actions">
        <Button variant="ghost" size="sm" onClick={clear}>
          {t('Clear filters')}
        </Button>
        <Button type="submit" variant="primary" size="sm" icon={<Search className="icon-sm" aria-hidden="true" />}>
          {t('Filter')}
        </Button>
      </div>
      {wrongNames.length > 0 && (
        <p className="filter-wrong text-caption text-danger-text" role="alert">
          {t('Invalid value: {{fields}}', { fields: wrongNames.join(', ') })}
        </p>
      )}
    </form>
  );
}

type FilterCellProps = { field: FilterField; values: Readonly<Record<string, string>>; wrong: readonly string[] };

/** The upper end is labelled "đến" on screen; its accessible name includes the field. */
export const nameOf = (field: FilterField, { name, label }: Bound): string =>
  'from' in field && name === field.to.name ? `${field.from.label} … ${label}` : label;

function FilterCell({ field, values, wrong }: FilterCellProps) {
  const common = (bound: Bound) => ({
    name: bound.name,
    'aria-label': nameOf(field, bound),
    defaultValue: values[bound.name] ?? '',
    'aria-invalid': wrong.includes(bound.name) || undefined,
  });
  if (field.kind === 'text') return <TextInput {...common(field)} placeholder={field.label} maxLength={500} />;
  if (field.kind === 'choice') {
    return (
      <div className="input filter-choice">
        <select {...common(field)}>
          <option value="">{field.label}</option>
          {field.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown className="icon-sm text-subtle" aria-hidden="true" />
      </div>
    );
  }
  return (
    <div className={classes('filter-pair', field.kind === 'days' && 'filter-days')}>
      {[field.from, field.to].map((bound) => (
        <TextInput
          key={bound.name}
          {...common(bound)}
          {...(field.kind === 'days'
            ? { type: 'date', start: <span className="filter-prefix">{bound.prefix ?? bound.label}</span> }
            : { inputMode: 'decimal', placeholder: bound.label })}
        />
      ))}
    </div>
  );
}
