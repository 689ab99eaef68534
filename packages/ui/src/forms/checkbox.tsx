import { Check, Minus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { classes } from '../classes';

export type CheckboxProps = {
  checked: boolean | 'mixed';
  onChange: (checked: boolean) => void;
  /** Shown beside the box; use `name` for a box without a label, as in a table. */
  label?: ReactNode;
  name?: string;
  disabled?: boolean;
  className?: string;
};

const states = { true: 'checked', false: 'unchecked', mixed: 'indeterminate' } as const;

/** Space toggles; Enter does nothing, as with a native box. */
const ignoreEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};

export function Checkbox({ checked, onChange, label, name, disabled, className }: CheckboxProps) {
  const id = useId();
  const box = (
    // biome-ignore lint/a11y/useSemanticElements: a native box cannot show our marks
    <button
      type="button"
      role="checkbox"
      id={id}
      className="check"
      aria-label={label === undefined ? name : undefined}
      aria-checked={checked}
      data-state={states[`${checked}`]}
      disabled={disabled}
      onKeyDown={ignoreEnter}
      onClick={() => onChange(checked !== true)}
    >
      {checked !== false && <span>{checked === 'mixed' ? <Minus aria-hidden="true" /> : <Check aria-hidden="true" />}</span>}
    </button>
  );
  if (label === undefined) return box;
  return (
    <span className={classes('check-row', className)}>
      {box}
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
