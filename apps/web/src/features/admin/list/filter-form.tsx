import { readMicros } from '@stablegate/rules';
import { Button, classes, TextInput } from '@stablegate/ui';
import { ChevronDown, Search } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { readDecimal, writtenDecimal } from '../../../lib/i18n/typed-number';

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
  /** The active filters; the fields follow when they change. */
  values: Readonly<Record<string, string>>;
  refused: (values: Record<string, string>) => string[];
  onApply: (values: Record<string, string>) => void;
  onClear: () => void;
};

export const boundsOf = (field: FilterField): readonly Bound[] => ('from' in field ? [field.from, field.to] : [field]);

const isAmount = (fields: readonly FilterField[], name: string): boolean =>
  fields.some((field) => field.kind === 'amounts' && boundsOf(field).some((bound) => bound.name === name));

/** Amounts as the language writes them, also where they are read again. */
const shownValue = (fields: readonly FilterField[], name: string, value: string, language: string): string =>
  isAmount(fields, name) ? writtenDecimal(value, language) : value;

function valuesOf(form: HTMLFormElement, fields: readonly FilterField[], language: string): Record<string, string> {
  const typed = [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : ''] as const);
  // What is no number stays as it was typed, and is refused as such.
  return Object.fromEntries(
    typed.map(([name, value]) => [name, (isAmount(fields, name) ? readDecimal(value, language) : undefined) ?? value]),
  );
}

/** Names of fields with values that cannot be read, and of upper ends below their lower ones. */
type Wrong = { readonly refused: readonly string[]; readonly reversed: readonly string[] };
const NONE_WRONG: Wrong = { refused: [], reversed: [] };

/** The upper end of a range that ends before it begins. */
function reversedEnd(field: FilterField, typed: Readonly<Record<string, string>>): string[] {
  if (!('from' in field)) return [];
  const [from = '', to = ''] = [typed[field.from.name], typed[field.to.name]];
  if (from === '' || to === '') return [];
  const [low, high] = field.kind === 'days' ? [from, to] : [readMicros(from), readMicros(to)];
  return low !== undefined && high !== undefined && high < low ? [field.to.name] : [];
}

export const reversedEnds = (fields: readonly FilterField[], values: Readonly<Record<string, string>>): string[] =>
  fields.flatMap((field) => reversedEnd(field, values));

const namesOf = (fields: readonly FilterField[], names: readonly string[]): string =>
  fields.flatMap((field) => boundsOf(field).flatMap((bound) => (names.includes(bound.name) ? [nameOf(field, bound)] : []))).join(', ');

export const reversedText = (t: TFunction, fields: readonly FilterField[], names: readonly string[]): string =>
  t('The end is below the beginning: {{fields}}', { fields: namesOf(fields, names) });

/** The fields are uncontrolled: typing into one of seventeen rerenders nothing, and filters apply only on submit. */
export function FilterForm({ id, fields, values, refused, onApply, onClear }: FilterFormProps) {
  const { t, language } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<Wrong>(NONE_WRONG);
  const followed = useRef(values);
  // Only changed ones: the user may already be typing into another field.
  useLayoutEffect(() => {
    if (followed.current === values) return;
    for (const element of form.current?.elements ?? []) {
      if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) continue;
      const value = values[element.name] ?? '';
      if (value !== (followed.current[element.name] ?? '')) element.value = shownValue(fields, element.name, value, language);
    }
    followed.current = values;
    setWrong(NONE_WRONG);
  }, [values, fields, language]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = valuesOf(event.currentTarget, fields, language);
    const found = { refused: refused(typed), reversed: reversedEnds(fields, typed) };
    const [first] = [...found.refused, ...found.reversed];
    setWrong(found);
    if (first === undefined) onApply(typed);
    else event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  const clear = () => {
    form.current?.reset();
    setWrong(NONE_WRONG);
    onClear();
  };
  const allWrong = [...wrong.refused, ...wrong.reversed];
  return (
    <form id={id} ref={form} className="filter-form" noValidate onSubmit={submit} aria-label={t('Filters')}>
      {fields.map((field) => (
        <FilterCell key={boundsOf(field)[0]?.name} field={field} values={values} wrong={allWrong} wrongId={`${id}-wrong`} />
      ))}
      <div className="filter-actions">
        <Button variant="ghost" size="sm" onClick={clear}>
          {t('Clear filters')}
        </Button>
        <Button type="submit" variant="primary" size="sm" icon={<Search className="icon-sm" aria-hidden="true" />}>
          {t('Filter')}
        </Button>
      </div>
      {allWrong.length > 0 && (
        <div id={`${id}-wrong`} className="filter-wrong text-caption text-danger-text" role="alert">
          {wrong.refused.length > 0 && <p>{t('Invalid value: {{fields}}', { fields: namesOf(fields, wrong.refused) })}</p>}
          {wrong.reversed.length > 0 && <p>{reversedText(t, fields, wrong.reversed)}</p>}
        </div>
      )}
    </form>
  );
}

/** `wrongId`: of the sentences about wrong values. */
type FilterCellProps = { field: FilterField; values: Readonly<Record<string, string>>; wrong: readonly string[]; wrongId: string };

/** The upper end is labelled "đến" on screen; its accessible name includes the field. */
export const nameOf = (field: FilterField, { name, label }: Bound): string =>
  'from' in field && name === field.to.name ? `${field.from.label} … ${label}` : label;

/** An address may filter by a value that is none of the choices: shown, rather than "All" above a filtered list. */
const withActive = (options: readonly FilterOption[], active = ''): readonly FilterOption[] =>
  active === '' || options.some(({ value }) => value === active) ? options : [...options, { value: active, label: active }];

function FilterCell({ field, values, wrong, wrongId }: FilterCellProps) {
  const { t, language } = useTranslation();
  const id = useId();
  const common = (bound: Bound) => ({
    id: `${id}-${bound.name}`,
    name: bound.name,
    'aria-label': nameOf(field, bound),
    defaultValue: shownValue([field], bound.name, values[bound.name] ?? '', language),
    ...(wrong.includes(bound.name) && { 'aria-invalid': true, 'aria-describedby': wrongId }),
  });
  const cell = (bound: Bound, control: ReactNode) => (
    <div key={bound.name} className="filter-cell">
      <label htmlFor={`${id}-${bound.name}`}>{bound.label}</label>
      {control}
    </div>
  );
  if (field.kind === 'text') return cell(field, <TextInput {...common(field)} maxLength={500} />);
  if (field.kind === 'choice') {
    return cell(
      field,
      <div className="input filter-choice">
        <select {...common(field)}>
          <option value="">{t('All')}</option>
          {withActive(field.options, values[field.name]).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown className="icon-sm text-subtle" aria-hidden="true" />
      </div>,
    );
  }
  const isDays = field.kind === 'days';
  return (
    <div className={classes('filter-pair', isDays && 'filter-days')}>
      {[field.from, field.to].map((bound) =>
        cell(bound, <TextInput {...common(bound)} {...(isDays ? { type: 'date' } : { inputMode: 'decimal' })} />),
      )}
    </div>
  );
}
