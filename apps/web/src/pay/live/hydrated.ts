import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Never set on the server. */
let isHydrated = false;

/**
 * False on the server and while the browser hydrates its page, which has to find the same content; true soon after. For what only the
 * browser knows: its clock, its time zone, its storage, its address.
 */
export function useIsInBrowser(): boolean {
  const [isInBrowser, setInBrowser] = useState(isHydrated);
  useEffect(() => {
    isHydrated = true;
    startTransition(() => setInBrowser(true));
  }, []);
  return isInBrowser;
}

/** React's warning about layout effects on a server is of no use here: there is nothing to lay out. */
const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** On a slow line a payer chooses and types before the script has come: what the field shows then counts. */
export function useFilledBefore<Field extends HTMLElement>(take: (field: Field) => void): RefObject<Field | null> {
  const field = useRef<Field>(null);
  // Once: later the page knows what its fields show.
  useBeforePaint(() => {
    if (field.current !== null) take(field.current);
  }, []);
  return field;
}
