import { useEffect, useState } from 'react';

/** Specification 2: the base of all calls; written out, because this page takes no code from the contract. */
const API_BASE = '/api/v1';
const RETRY_MS = 5_000;

export type InvoiceState = 'checking' | 'unreachable' | 'expired';

/**
 * An unknown invoice shows the expired view, as the specification says. When the network or the server fails the page keeps
 * trying and says so: nobody reads "expired" because of our fault.
 */
export function useInvoiceState(transId: string | undefined): InvoiceState {
  const [state, setState] = useState<InvoiceState>(transId === undefined ? 'expired' : 'checking');
  useEffect(() => {
    if (transId === undefined) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = async () => {
      const next = await readState(transId, stop.signal);
      if (stop.signal.aborted) return;
      setState(next);
      if (next !== 'expired') timer = setTimeout(() => void check(), RETRY_MS);
    };
    void check();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [transId]);
  return state;
}

async function readState(transId: string, signal: AbortSignal): Promise<InvoiceState> {
  try {
    const response = await fetch(`${API_BASE}/payment/${transId}`, { signal });
    if (response.status === 404) return 'expired';
    if (!response.ok) return 'unreachable';
    const reply: { data?: { status?: string } } = await response.json();
    return reply.data?.status === 'expired' || reply.data?.status === 'failed' ? 'expired' : 'checking';
  } catch {
    return 'unreachable';
  }
}
