import { useEffect } from 'react';

export const PRODUCT = 'Stablegate';

/** "Invoices · Hanoi Roasters · Stablegate": the most specific first. */
const titleOf = (...parts: readonly string[]): string => [...parts.filter((part) => part !== ''), PRODUCT].join(' · ');

export function usePageTitle(...parts: readonly string[]): void {
  const title = titleOf(...parts);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
