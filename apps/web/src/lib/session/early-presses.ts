import { useEffect, useLayoutEffect } from 'react';

/** Kept by public/drawn.js, in the order in which they came. */
type Kept = { earlyPresses?: Event[] };

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
    for (const event of (globalThis as Kept).earlyPresses?.splice(0) ?? []) repeat(event);
  }, []);
}
