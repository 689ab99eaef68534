import { useEffect, useLayoutEffect } from 'react';

/** Kept by public/drawn.js, in the order in which they came. */
type Kept = { earlyPresses?: Event[] };

/** In tasks of their own: what a press changes is rendered before the next one reads it. */
const repeatLater = (event: Event) => setTimeout(() => repeat(event));

function repeat(event: Event): void {
  const { target, type } = event;
  const Kind = event.constructor as typeof Event;
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else target?.dispatchEvent(new Kind(type, event));
}

/** A page that the server drew can be used before its script has come. Called by what is taken over last: what was pressed counts now. */
export function useEarlyPresses(): void {
  useLayoutEffect(() => {
    delete document.documentElement.dataset.drawn;
  }, []);
  useEffect(() => {
    (globalThis as Kept).earlyPresses?.splice(0).forEach(repeatLater);
  }, []);
}
