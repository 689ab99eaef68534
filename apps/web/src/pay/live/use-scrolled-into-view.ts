import { type RefObject, useEffect, useRef } from 'react';

/** On a phone the payer may have scrolled to the reminder or the details: a new state begins above, and would not be seen. */
export function useScrolledIntoView(state: string): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    const isFirst = shown.current === 'loading';
    shown.current = state;
    const top = element.current?.getBoundingClientRect().top ?? 0;
    if (!isFirst && top < 0) element.current?.scrollIntoView({ block: 'start' });
  }, [state]);
  return element;
}
