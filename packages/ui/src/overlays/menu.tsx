import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '../classes';

export type MenuProps = {
  /** The button that opens it. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  onOpenChange?: (open: boolean) => void;
};

export const Menu = ({ trigger, children, align = 'end', onOpenChange }: MenuProps) => (
  <Radix.Root modal={false} onOpenChange={onOpenChange}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className="menu" align={align} sideOffset={4} collisionPadding={8}>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

export type MenuItemProps = {
  onSelect?: () => void;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  asChild?: boolean;
  children: ReactNode;
};

export const MenuItem = ({ onSelect, icon, danger = false, disabled, asChild, children }: MenuItemProps) => (
  <Radix.Item className={classes('menu-item', danger && 'menu-item-danger')} onSelect={onSelect} disabled={disabled} asChild={asChild}>
    {asChild ? (
      children
    ) : (
      <>
        {icon}
        {children}
      </>
    )}
  </Radix.Item>
);

export type MenuChoice<Value extends string> = { value: Value; label: ReactNode; icon?: ReactNode; lang?: string };

export type MenuChoicesProps<Value extends string> = {
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly MenuChoice<Value>[];
};

/** One of several, the current one ticked. */
export function MenuChoices<Value extends string>({ value, onChange, choices }: MenuChoicesProps<Value>) {
  return (
    <Radix.RadioGroup value={value}>
      {choices.map((choice) => (
        <Radix.RadioItem
          key={choice.value}
          value={choice.value}
          lang={choice.lang}
          className="menu-item"
          onSelect={() => onChange(choice.value)}
        >
          {choice.icon}
          {choice.label}
          <Radix.ItemIndicator className="menu-check">
            <Check className="icon-sm" aria-hidden="true" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export const MenuLabel = ({ children }: { children: ReactNode }) => <Radix.Label className="menu-label">{children}</Radix.Label>;
export const MenuLine = () => <Radix.Separator className="menu-line" />;
