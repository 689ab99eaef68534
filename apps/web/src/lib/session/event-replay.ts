import { useEffect, useLayoutEffect } from 'react';

/** Kept by public/before-paint.js, in the order in which they came. */
type Kept = { earlyEvents?: Event[] };

/** In tasks of their own: what a press changes is rendered before the next one reads it. */
const repeatLater = (event: Event) => setTimeout(() => repeat(event));

function repeat(event: Event): void {
  const { target, type } = event;
  const Kind = event.constructor as typeof Event;
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else target?.dispatchEvent(new Kind(type, event));
}

/** A page that the server rendered can be used before its script has come. Called by what is hydrated last: what was pressed counts now. */
export function useEventReplay(): void {
  useLayoutEffect(() => {
    delete document.documentElement.dataset.ssr;
  }, []);
  useEffect(() => {
    (globalThis as Kept).earlyEvents?.splice(0).forEach(repeatLater);
  }, []);
}
