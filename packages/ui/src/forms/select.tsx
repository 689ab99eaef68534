import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '../classes';
import type { ControlAria } from './field';

export type SelectOption<Value extends string> = { value: Value; label: string; icon?: ReactNode; disabled?: boolean };

export type SelectProps<Value extends string> = Partial<ControlAria> & {
  value: Value | undefined;
  onChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  /** For a select without a field. */
  label?: string;
  size?: 'md' | 'lg';
  disabled?: boolean;
  className?: string;
};

export function Select<Value extends string>({
  value,
  onChange,
  options,
  placeholder,
  label,
  size,
  className,
  ...rest
}: SelectProps<Value>) {
  const choose = (chosen: string) => {
    const option = options.find((each) => each.value === chosen);
    if (option !== undefined) onChange(option.value);
  };
  const { disabled, ...aria } = rest;
  return (
    <Radix.Root value={value ?? ''} onValueChange={choose} disabled={disabled}>
      <Radix.Trigger className={classes('input select-trigger', size === 'lg' && 'input-lg', className)} aria-label={label} {...aria}>
        {options.find((option) => option.value === value)?.icon}
        <Radix.Value placeholder={placeholder} />
        <Radix.Icon asChild>
          <ChevronDown className="icon-sm" aria-hidden="true" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu select-list" position="popper" sideOffset={4} collisionPadding={8}>
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} disabled={option.disabled} className="menu-item">
                {option.icon}
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="menu-check">
                  <Check className="icon-sm" aria-hidden="true" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
