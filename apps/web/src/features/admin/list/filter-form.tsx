import { Button, classes, TextInput } from '@stablegate/ui';
import { ChevronDown, Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

export type FilterOption = { value: string; label: string };
type Bound = { name: string; label: string };
/** One cell of the form: a text, a choice, or the two ends of a range. */
export type FilterField =
  | (Bound & { kind: 'text' })
  | (Bound & { kind: 'choice'; options: readonly FilterOption[] })
  | { kind: 'days' | 'amounts'; from: Bound; to: Bound };

export type FilterFormProps = {
  id: string;
  fields: readonly FilterField[];
  /** What filters now; the fields follow it when it changes. */
  values: Readonly<Record<string, string>>;
  refused: (values: Record<string, string>) => string[];
  onApply: (values: Record<string, string>) => void;
  onClear: () => void;
};

export const boundsOf = (field: FilterField): readonly Bound[] => ('from' in field ? [field.from, field.to] : [field]);

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']));

/** The fields keep their own text: typing into one of seventeen redraws nothing, and nothing filters before the button is pressed. */
export function FilterForm({ id, fields, values, refused, onApply, onClear }: FilterFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  useEffect(() => {
    for (const element of form.current?.elements ?? []) {
      if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) element.value = values[element.name] ?? '';
    }
    setWrong([]);
  }, [values]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = valuesOf(event.currentTarget);
    const bad = refused(typed);
    setWrong(bad);
    if (bad.length === 0) onApply(typed);
    else event.currentTarget.querySelector<HTMLInputElement>(`[name="${bad[0]}"]`)?.focus();
  };
  const clear = () => {
    form.current?.reset();
    setWrong([]);
    onClear();
  };
  const wrongLabels = fields.flatMap(boundsOf).filter(({ name }) => wrong.includes(name));
  return (
    <form id={id} ref={form} className="filter-form" noValidate onSubmit={submit} aria-label={t('Bộ lọc')}>
      {fields.map((field) => (
        <FilterCell key={boundsOf(field)[0]?.name} field={field} values={values} wrong={wrong} />
      ))}
      <div className="filter-actions">
        {wrongLabels.length > 0 && (
          <p className="text-caption text-danger-text" role="alert">
            {t('Giá trị chưa đúng: {{fields}}', { fields: wrongLabels.map(({ label }) => label).join(', ') })}
          </p>
        )}
        <Button variant="ghost" size="sm" onClick={clear}>
          {t('Xóa bộ lọc')}
        </Button>
        <Button type="submit" variant="primary" size="sm" icon={<Search className="icon-sm" aria-hidden="true" />}>
          {t('Lọc')}
        </Button>
      </div>
    </form>
  );
}

type FilterCellProps = { field: FilterField; values: Readonly<Record<string, string>>; wrong: readonly string[] };

function FilterCell({ field, values, wrong }: FilterCellProps) {
  const common = ({ name, label }: Bound) => ({ name, 'aria-label': label, defaultValue: values[name] ?? '' });
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
  const isDay = field.kind === 'days';
  return (
    <div className={classes('filter-pair', isDay && 'filter-days')}>
      {[field.from, field.to].map((bound, index) => (
        <TextInput
          key={bound.name}
          {...common(bound)}
          aria-invalid={wrong.includes(bound.name) || undefined}
          {...(isDay
            ? { type: 'date', start: <span className="filter-prefix">{bound.label}</span> }
            : { inputMode: 'decimal', placeholder: bound.label })}
          data-end={index}
        />
      ))}
    </div>
  );
}
