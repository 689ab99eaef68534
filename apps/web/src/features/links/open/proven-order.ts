import { type LinkChallenge, type LinkProof, type OpenLink, paymentLinksApi } from '@stablegate/contract';
import { hasLeadingZeroBits, workText } from '@stablegate/rules';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';

/** Hashed in other threads; more at once gains nothing, and the page stays usable in between. */
const AT_ONCE = 64;

export async function solve({ challenge, bits }: LinkChallenge, signal?: AbortSignal): Promise<LinkProof> {
  const encoder = new TextEncoder();
  for (let first = 0; ; first += AT_ONCE) {
    signal?.throwIfAborted();
    const nonces = Array.from({ length: AT_ONCE }, (_, index) => String(first + index));
    const hashes = await Promise.all(nonces.map((nonce) => crypto.subtle.digest('SHA-256', encoder.encode(workText(challenge, nonce)))));
    const nonce = nonces[hashes.findIndex((hash) => hasLeadingZeroBits(new Uint8Array(hash), bits))];
    if (nonce !== undefined) return { challenge, nonce };
  }
}

type Order = { readonly amount?: string; readonly answers: string[] };

/** Where the operator asks for a proof of work, it is done while the customer reads and types. */
export function useProvenOrder({ proof }: OpenLink, slug: string) {
  const [challenge] = useState(proof);
  const solving = useRef<Promise<LinkProof>>(undefined);
  useEffect(() => {
    if (!challenge) return;
    const stop = new AbortController();
    solving.current = solve(challenge, stop.signal);
    solving.current.catch(() => undefined); // a failure shows where the order waits for it
    return () => stop.abort();
  }, [challenge]);

  const send = (order: Order, found?: LinkProof) =>
    call(paymentLinksApi.pay, { params: { slug }, body: { ...order, ...(found && { proof: found }) } });
  return async (order: Order) => {
    try {
      return await send(order, await solving.current);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'proof_needed') throw error;
      // Too old by now, or the network is another one: once more with a new one.
      const { proof: next } = await call(paymentLinksApi.open, { params: { slug }, query: {} });
      return send(order, next === null ? undefined : await solve(next));
    }
  };
}
