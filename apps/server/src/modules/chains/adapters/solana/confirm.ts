import type { IncomingTransfer, Transfer } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import type { Verdict } from '../chain-adapter';
import { readTransfers } from './read-transaction';
import { readSlots, readTransactions } from './solana-node';
import type { SolanaTransaction } from './solana-wire';

/** After so many slots without a trace a transaction cannot come any more: its blockhash is valid for 150. */
const GONE_SLOTS = 300;

export type Evidence = { readonly final: number; readonly transactions: readonly (SolanaTransaction | null)[] };

export async function gatherEvidence(endpoint: Endpoint, transfers: readonly Transfer[]): Promise<Evidence> {
  const signatures = transfers.map(({ txHash }) => txHash);
  return { final: (await readSlots(endpoint)).final, transactions: await readTransactions(endpoint, signatures, 'finalized') };
}

/** One node's word: the same transfer, in the same slot, of a finalized transaction that succeeded. */
export function vote(
  transfer: Transfer,
  tokenAccount: string,
  mint: string,
  final: number,
  transaction: SolanaTransaction | null,
): Verdict {
  if (transaction === null) return final > transfer.blockNumber + GONE_SLOTS ? 'gone' : 'wait';
  const isSame = (found: IncomingTransfer) =>
    found.logKey === transfer.logKey && found.raw === transfer.raw && found.block.number === transfer.blockNumber;
  return readTransfers(transaction, { ownerKey: transfer.toKey, tokenAccount }, mint).some(isSame) ? 'final' : 'gone';
}
