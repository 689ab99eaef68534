import { useSyncExternalStore } from 'react';

/** Specification 1: mobile mode applies at a width of 768 px or less. */
const MOBILE = '(max-width: 768px)';

const subscribe = (listener: () => void) => {
  const query = window.matchMedia(MOBILE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

export const useIsMobile = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(MOBILE).matches);
