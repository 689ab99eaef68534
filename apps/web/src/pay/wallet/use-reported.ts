import type { Network } from '@stablegate/contract';
import { useEffect } from 'react';
import { sendClaim } from '../claim/claim';

/** A node may not know the transaction for some seconds, and nothing is kept until one does. An invoice has ten claims an hour. */
const AGAIN_AFTER_MS = [5_000, 15_000, 40_000, 120_000];

/** The claim ties the transaction to this invoice, even if its owner changed the amount in the wallet. */
export function useReported(transId: string, network: Network, txHash: string | undefined, onReported: () => void): void {
  useEffect(() => {
    if (txHash === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const report = async ([pause, ...pauses]: readonly number[]): Promise<void> => {
      const { reply } = await sendClaim(transId, { network, tx_hash: txHash });
      if (isOver) return;
      onReported();
      const isKept = reply !== undefined && reply.state !== 'not_found_yet';
      if (!isKept && pause !== undefined) timer = setTimeout(() => void report(pauses), pause);
    };
    void report(AGAIN_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [transId, network, txHash, onReported]);
}
