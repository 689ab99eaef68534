import type { NetworkSettings } from '../../../../config-networks';
import type { ProvableTransfer } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import { type Answered, answersOf } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import { type Verdict, verdictOf } from '../chain-adapter';
import { type ReceiptRule, receiptHas } from './disputes';
import { type Answer, askHeaders, askReceipts, type FinalView, readFinal } from './evm-node';
import type { EvmHeader, EvmReceipt } from './evm-wire';
import type { Finality } from './finality';

/** What one node says, per transfer: what it did not answer about one proves nothing about the others. */
type Evidence = FinalView & {
  readonly headers: ReadonlyMap<number, Answer<EvmHeader>>;
  readonly receipts: ReadonlyMap<string, Answer<EvmReceipt>>;
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
  const txHashes = [...new Set(final.map((transfer) => transfer.txHash))];
  const answers = await answersOf(endpoint, txHashes, () => askReceipts(endpoint, txHashes));
  const receipts = new Map(txHashes.map((txHash, index) => [txHash, answers[index] ?? null]));
  const answered = final.filter(({ txHash }) => !(receipts.get(txHash) instanceof RpcError));
  // Headers are fetched after the receipts: a block that still exists now existed when they were read.
  const numbers = [...new Set(answered.map(({ blockNumber }) => blockNumber))];
  const headers = await askHeaders(endpoint, numbers);
  return { ...view, receipts, headers: new Map(numbers.map((number, index) => [number, headers[index] ?? null])) };
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

/** One node's verdict on one transfer; undefined where it did not answer. */
function vote(transfer: ProvableTransfer, { finalNumber, headers, receipts }: Evidence, rule: ReceiptRule): Verdict | undefined {
  const header = headers.get(transfer.blockNumber) ?? null;
  const receipt = receipts.get(transfer.txHash) ?? null;
  if (header instanceof RpcError || receipt instanceof RpcError) return undefined;
  if (header === null || finalNumber < transfer.blockNumber) return 'wait';
  if (header.hash !== transfer.blockHash) return 'gone';
  return receiptHas(receipt, transfer, rule) ? 'final' : 'gone';
}

/** So many nodes have to answer about a transfer, and agree. */
export function judgeFinality(
  transfers: readonly ProvableTransfer[],
  answers: readonly Answered<Evidence>[],
  rule: ReceiptRule,
  needed: number,
): Map<string, Verdict> {
  const isOneBranch = areOneBranch(answers.map(({ value }) => value));
  if (!isOneBranch) for (const { endpoint } of answers) endpoint.disputes += 1;
  return new Map(
    transfers.map((transfer) => {
      const votes = answers.map(({ endpoint, value }) => ({ endpoint, value: vote(transfer, value, rule) }));
      return [transfer.id, isOneBranch ? verdictOf(votes, needed) : 'wait'];
    }),
  );
}
