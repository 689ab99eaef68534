import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
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

export function Checkbox({ checked, onChange, label, name, disabled, className }: CheckboxProps) {
  const id = useId();
  const box = (
    <Radix.Root
      id={id}
      className="check"
      aria-label={label === undefined ? name : undefined}
      checked={checked === 'mixed' ? 'indeterminate' : checked}
      onCheckedChange={(value) => onChange(value === true)}
      disabled={disabled}
    >
      <Radix.Indicator>{checked === 'mixed' ? <Minus aria-hidden="true" /> : <Check aria-hidden="true" />}</Radix.Indicator>
    </Radix.Root>
  );
  if (label === undefined) return box;
  return (
    <span className={classes('check-row', className)}>
      {box}
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
