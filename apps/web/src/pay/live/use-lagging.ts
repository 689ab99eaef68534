import type { Network } from '@stablegate/contract';
import { useEffect, useState } from 'react';

const ASK_EVERY_MS = 60_000;
type Reading = { readonly network: Network; readonly status: string };

async function fetchLagging(signal: AbortSignal): Promise<readonly Network[]> {
  const response = await fetch('/api/v1/networks', { signal });
  if (!response.ok) return [];
  const readings: readonly Reading[] = await response.json();
  return readings.filter(({ status }) => status === 'lagging' || status === 'down').map(({ network }) => network);
}

/** Networks that currently lag: a payment there is found later, and the payer should know why. */
export function useLagging(isAsking: boolean): readonly Network[] {
  const [lagging, setLagging] = useState<readonly Network[]>([]);
  useEffect(() => {
    if (!isAsking) return;
    const stop = new AbortController();
    const ask = () => void fetchLagging(stop.signal).then(setLagging, () => {});
    ask();
    const timer = setInterval(ask, ASK_EVERY_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [isAsking]);
  return lagging;
}
