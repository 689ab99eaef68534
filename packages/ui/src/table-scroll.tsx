import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** In both directions of writing: by where the table is, not by how far its area is scrolled. */
function markEdges(area: HTMLElement): void {
  const table = area.firstElementChild?.getBoundingClientRect();
  if (table === undefined) return;
  // Between the scrollbars: one that takes room lies on the table's edge.
  const left = area.getBoundingClientRect().left + area.clientLeft;
  const beyond = [table.left < left - 1 && 'left', table.right > left + area.clientWidth + 1 && 'right'];
  const more = beyond.filter(Boolean).join(' ');
  // Scrolling is frequent, reaching an end is not: no new styles in between.
  if (area.dataset.more !== more) area.dataset.more = more;
}

/** A vertical scrollbar is no part of the fade. */
const measure = (area: HTMLElement): void => {
  area.style.setProperty('--bar', `${area.offsetWidth - area.clientWidth}px`);
  markEdges(area);
};

/** The area in which a wide table scrolls: it fades on the side where the table goes on. Its only child is the table. */
export function TableScroll({ label, children }: { label: string; children: ReactNode }) {
  const area = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const box = area.current;
    if (box === null) return;
    // Reports once at the start, and then whenever the window, the rows or the fonts change a width.
    const resized = new ResizeObserver(() => measure(box));
    for (const part of [box, ...box.children]) resized.observe(part);
    return () => resized.disconnect();
  }, []);
  return (
    <section
      ref={area}
      className="table-scroll"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, a region that scrolls sideways must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget }) => markEdges(currentTarget)}
    >
      {children}
    </section>
  );
}
