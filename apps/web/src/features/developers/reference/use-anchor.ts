import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** What the anchor names is rendered after the page: the browser searched for it too early. */
export function useAnchorOnArrival(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash]);
}
