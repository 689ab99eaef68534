import type { NetworkSettings } from '../../../../config-networks';
import type { ProvableTransfer } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import type { Verdict } from '../chain-adapter';
import { type ReceiptRule, receiptHas } from './disputes';
import { readFinal, readHeaders, readReceipts } from './evm-node';
import type { EvmHeader, EvmReceipt } from './evm-wire';
import type { FinalHeights } from './finality';

type Evidence = {
  readonly finalNumber: number;
  readonly headers: ReadonlyMap<number, EvmHeader | null>;
  readonly receipts: ReadonlyMap<string, EvmReceipt | null>;
};

export async function gatherEvidence(
  endpoint: Endpoint,
  settings: NetworkSettings,
  finals: FinalHeights,
  transfers: readonly ProvableTransfer[],
): Promise<Evidence> {
  const numbers = [...new Set(transfers.map((transfer) => transfer.blockNumber))];
  const txHashes = [...new Set(transfers.map((transfer) => transfer.txHash))];
  const finalNumber = await readFinal(endpoint, settings, finals, Math.max(...numbers));
  const receipts = await readReceipts(endpoint, txHashes);
  // Headers are fetched after the receipts: a block that still exists now existed when they were read.
  const headers = await readHeaders(endpoint, numbers);
  return {
    finalNumber,
    headers: new Map(numbers.map((number, index) => [number, headers[index] ?? null])),
    receipts: new Map(txHashes.map((txHash, index) => [txHash, receipts[index] ?? null])),
  };
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
  return new Map(
    transfers.map((transfer) => {
      const votes = new Set(evidence.map((one) => vote(transfer, one, rule)));
      const [only] = votes;
      return [transfer.id, votes.size === 1 && only !== undefined ? only : 'wait'];
    }),
  );
}
