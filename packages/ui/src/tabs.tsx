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

/** In both directions of writing: by where the tabs are, not by how far the row is scrolled. */
function markEdges(row: Element): void {
  const frame = row.getBoundingClientRect();
  const tabs = [...row.children].map((tab) => tab.getBoundingClientRect());
  const beyond = [tabs.some(({ left }) => left < frame.left - 1) && 'left', tabs.some(({ right }) => right > frame.right + 1) && 'right'];
  row.setAttribute('data-more', beyond.filter(Boolean).join(' '));
}

/** On a phone the row scrolls: the open tab must not lie outside. Only the row moves, never the page. */
function showOpenTab(row: Element): void {
  const tab = row.querySelector('[role="tab"][aria-selected="true"]');
  if (tab !== null) {
    const [frame, own] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (own.right > frame.right) row.scrollLeft += own.right - frame.right + EDGE_PX;
    else if (own.left < frame.left) row.scrollLeft -= frame.left - own.left + EDGE_PX;
  }
  markEdges(row);
}

/** A row of tabs; panels are `TabPanel`s among the children. The owner of the URL stores the value there. */
export function Tabs<Value extends string>({ label, value, onChange, items, children }: TabsProps<Value>) {
  const choose = (chosen: string) => {
    const item = items.find((each) => each.value === chosen);
    if (item !== undefined) onChange(item.value);
  };
  const row = useRef<HTMLDivElement>(null);
  /** Counts arrive later and make the tabs wider. */
  const widths = items.map(({ value: name, count }) => `${name} ${String(count)}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is open, or the tabs change their width
  useLayoutEffect(() => {
    const list = row.current;
    if (list === null) return;
    // A phone that is turned, a window that becomes narrow, a font that comes late.
    const resized = new ResizeObserver(() => showOpenTab(list));
    for (const part of [list, ...list.children]) resized.observe(part);
    showOpenTab(list);
    return () => resized.disconnect();
  }, [value, widths]);
  return (
    // Within a grid or a row it is narrower than its tabs together: they scroll.
    <Radix.Root className="min-w-0" value={value} onValueChange={choose} activationMode="manual">
      <Radix.List ref={row} className="tabs" aria-label={label} onScroll={({ currentTarget }) => markEdges(currentTarget)}>
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
