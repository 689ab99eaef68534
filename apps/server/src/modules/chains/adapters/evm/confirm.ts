import type { NetworkSettings } from '../../../../config-networks';
import type { ProvableTransfer } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import type { Verdict } from '../chain-adapter';
import { type ReceiptRule, receiptHas } from './disputes';
import { type FinalView, readFinal, readHeaders, readReceipts } from './evm-node';
import type { EvmHeader, EvmReceipt } from './evm-wire';
import type { Finality } from './finality';

type Evidence = FinalView & {
  readonly headers: ReadonlyMap<number, EvmHeader | null>;
  readonly receipts: ReadonlyMap<string, EvmReceipt | null>;
};

/** Finality first: of what is not final nothing else is asked. */
export async function gatherEvidence(
  endpoint: Endpoint,
  settings: NetworkSettings,
  finality: Finality,
  transfers: readonly ProvableTransfer[],
): Promise<Evidence> {
  const view = await readFinal(endpoint, settings, finality, Math.max(...transfers.map(({ blockNumber }) => blockNumber)));
  const final = transfers.filter(({ blockNumber }) => blockNumber <= view.finalNumber);
  const numbers = [...new Set(final.map((transfer) => transfer.blockNumber))];
  const txHashes = [...new Set(final.map((transfer) => transfer.txHash))];
  const receipts = await readReceipts(endpoint, txHashes);
  // Headers are fetched after the receipts: a block that still exists now existed when they were read.
  const headers = await readHeaders(endpoint, numbers);
  return {
    ...view,
    headers: new Map(numbers.map((number, index) => [number, headers[index] ?? null])),
    receipts: new Map(txHashes.map((txHash, index) => [txHash, receipts[index] ?? null])),
  };
}

/** Two nodes that call different blocks of one height final follow different branches, and one of them will have to leave its own. */
function areOneBranch(evidence: readonly Evidence[]): boolean {
  const hashes = new Map<number, string>();
  return evidence.every(({ final }) => {
    if (final === undefined) return true;
    const known = hashes.get(final.number) ?? final.hash;
    hashes.set(final.number, known);
    return known === final.hash;
  });
}

/** One node's verdict on one transfer. */
function vote(transfer: ProvableTransfer, { finalNumber, headers, receipts }: Evidence, rule: ReceiptRule): Verdict {
  const header = headers.get(transfer.blockNumber) ?? null;
  if (header === null || finalNumber < transfer.blockNumber) return 'wait';
  if (header.hash !== transfer.blockHash) return 'gone';
  return receiptHas(receipts.get(transfer.txHash) ?? null, transfer, rule) ? 'final' : 'gone';
}

/** All queried nodes must agree; on a contradiction the transfer waits. */
export function judgeFinality(
  transfers: readonly ProvableTransfer[],
  evidence: readonly Evidence[],
  rule: ReceiptRule,
): Map<string, Verdict> {
  const isOneBranch = areOneBranch(evidence);
  return new Map(
    transfers.map((transfer) => {
      const votes = new Set(evidence.map((one) => vote(transfer, one, rule)));
      const [only] = votes;
      return [transfer.id, isOneBranch && votes.size === 1 && only !== undefined ? only : 'wait'];
    }),
  );
}
