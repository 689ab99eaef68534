import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

export type TabItem<Value extends string> = { value: Value; label: ReactNode; count?: ReactNode };

export type TabsProps<Value extends string> = {
  /** Names the row of tabs for screen readers. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  items: readonly TabItem<Value>[];
  children?: ReactNode;
};

/** Shows a piece of the next tab: there is more. */
const EDGE_PX = 32;

/** A row of tabs; panels are `TabPanel`s among the children. The owner of the URL stores the value there. */
export function Tabs<Value extends string>({ label, value, onChange, items, children }: TabsProps<Value>) {
  const choose = (chosen: string) => {
    const item = items.find((each) => each.value === chosen);
    if (item !== undefined) onChange(item.value);
  };
  const row = useRef<HTMLDivElement>(null);
  /** Counts arrive later and make the tabs wider. */
  const widths = items.map(({ value: name, count }) => `${name} ${String(count)}`).join();
  // On a phone the row scrolls: the open tab must not lie outside. Only the row moves, never the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is open, or the tabs change their width
  useLayoutEffect(() => {
    const tab = row.current?.querySelector('[role="tab"][aria-selected="true"]');
    if (!row.current || !tab) return;
    const [frame, own] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (own.right > frame.right) row.current.scrollLeft += own.right - frame.right + EDGE_PX;
    else if (own.left < frame.left) row.current.scrollLeft -= frame.left - own.left + EDGE_PX;
  }, [value, widths]);
  return (
    <Radix.Root value={value} onValueChange={choose} activationMode="manual">
      <Radix.List ref={row} className="tabs" aria-label={label}>
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
