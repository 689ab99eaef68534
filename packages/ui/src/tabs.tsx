import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export type TabItem<Value extends string> = { value: Value; label: ReactNode; count?: ReactNode };

export type TabsProps<Value extends string> = {
  /** Names the row of tabs for screen readers. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  items: readonly TabItem<Value>[];
  children?: ReactNode;
};

/** A row of tabs; panels are `TabPanel`s among the children. The owner of the URL stores the value there. */
export function Tabs<Value extends string>({ label, value, onChange, items, children }: TabsProps<Value>) {
  const choose = (chosen: string) => {
    const item = items.find((each) => each.value === chosen);
    if (item !== undefined) onChange(item.value);
  };
  return (
    <Radix.Root value={value} onValueChange={choose} activationMode="manual">
      <Radix.List className="tabs" aria-label={label}>
        {items.map((item) => (
          <Radix.Trigger key={item.value} value={item.value} className="tab">
            {item.label}
            {item.count !== undefined && <span className="tab-count">{item.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

export const TabPanel = ({ value, children, className }: { value: string; children: ReactNode; className?: string }) => (
  <Radix.Content value={value} className={className}>
    {children}
  </Radix.Content>
);
