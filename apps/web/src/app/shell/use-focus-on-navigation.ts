import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Screen readers and the keyboard continue at the new page, not at the link. */
export function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname) main.current?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);
  return main;
}
