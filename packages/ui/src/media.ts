import { useSyncExternalStore } from 'react';

/** Specification 1: mobile mode applies at a width of 768 px or less. */
const MOBILE = '(max-width: 768px)';

const subscribe = (listener: () => void) => {
  const query = window.matchMedia(MOBILE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

const isMobile = (): boolean => window.matchMedia(MOBILE).matches;
/** A server that draws a page does not know its width; styles do the rest. */
const unknown = (): boolean => false;

export const useIsMobile = (): boolean => useSyncExternalStore(subscribe, isMobile, unknown);
