import type { Family } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import type { Answered } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import { NodesDisagree } from './boundary';
import { readHeaders, readReceipts } from './evm-node';
import { type EvmReceipt, type EvmTransferLog, transfersIn } from './evm-wire';
import { comparisonKey, identifyLogs } from './log-identity';

/** What a receipt must contain. */
export type WantedLog = {
  readonly txHash: string;
  readonly blockHash: string;
  readonly logKey: string;
  readonly toKey: string;
  readonly raw: bigint;
};
export type ReceiptRule = { readonly contractKey: string; readonly family: Family };

/** Whether the transaction succeeded, in that block, and emitted exactly this transfer of the pinned contract. */
export function receiptHas(receipt: EvmReceipt | null, wanted: WantedLog, rule: ReceiptRule): boolean {
  if (receipt === null || !receipt.succeeded || receipt.blockHash !== wanted.blockHash) return false;
  // Identical transfers are numbered, so one log never proves two rows.
  return identifyLogs(transfersIn(receipt, rule.contractKey), rule.family).some(
    (log) => log.logKey === wanted.logKey && log.toKey === wanted.toKey && log.raw === wanted.raw,
  );
}

/** Which of these logs the node's own receipts confirm. */
export async function confirmedBy<T extends WantedLog>(endpoint: Endpoint, logs: readonly T[], rule: ReceiptRule): Promise<Set<T>> {
  const txHashes = [...new Set(logs.map((log) => log.txHash))];
  const receipts = new Map((await readReceipts(endpoint, txHashes)).map((receipt, index) => [txHashes[index], receipt]));
  return new Set(logs.filter((log) => receiptHas(receipts.get(log.txHash) ?? null, log, rule)));
}

type Shown = ReadonlySet<EvmTransferLog>;

/**
 * Decides on a log that not every node reported. If a node that omitted it has it in its receipts, the log is real and the answer was
 * partial. If a node that reported it cannot show a receipt, the log is dropped. If both sides stand by their answers, neither is believed.
 */
function judge(log: EvmTransferLog, reporters: readonly Answered<Shown>[], silent: readonly Answered<Shown>[]): boolean {
  const partial = silent.filter(({ value }) => value.has(log));
  const inventing = reporters.filter(({ value }) => !value.has(log));
  for (const { endpoint } of partial) endpoint.failed(new RpcError('partial', `it left out a transfer of block ${log.blockNumber}`));
  for (const { endpoint } of inventing) {
    endpoint.verified = false;
    endpoint.failed(new RpcError('lying', `it reported a transfer in block ${log.blockNumber} that no receipt shows`));
  }
  if (partial.length > 0 && inventing.length < reporters.length) return true;
  if (partial.length === 0 && inventing.length === reporters.length) return false;
  for (const { endpoint } of [...reporters, ...silent]) endpoint.disputes += 1;
  throw new RpcError('partial', `nodes disagree about a transfer in block ${log.blockNumber}`);
}

/** A missing receipt proves a false log only while its block stands: a replaced block takes its receipts with it. */
async function requireStanding(endpoint: Endpoint, logs: readonly EvmTransferLog[]): Promise<void> {
  const numbers = [...new Set(logs.map(({ blockNumber }) => blockNumber))];
  const headers = new Map((await readHeaders(endpoint, numbers)).map((header, index) => [numbers[index], header]));
  const gone = logs.find(({ blockNumber, blockHash }) => headers.get(blockNumber)?.hash !== blockHash);
  if (gone !== undefined) throw new NodesDisagree(`block ${gone.blockNumber} was replaced while it was read`);
}

/** The logs that all nodes report, plus the disputed ones that receipts confirm. */
export async function settleDisputes(
  answers: readonly Answered<readonly EvmTransferLog[]>[],
  rule: ReceiptRule,
): Promise<EvmTransferLog[]> {
  const all = new Map(answers.flatMap(({ value }) => value.map((log) => [comparisonKey(log), log] as const)));
  const keys = answers.map(({ value }) => new Set(value.map(comparisonKey)));
  const disputed = [...all.values()].filter((log) => !keys.every((known) => known.has(comparisonKey(log))));
  if (disputed.length === 0) return [...all.values()];
  const confirmed = await Promise.all(
    answers.map(async ({ endpoint }) => ({ endpoint, value: await confirmedBy(endpoint, disputed, rule) })),
  );
  for (const [index, { endpoint, value }] of confirmed.entries()) {
    const unproven = disputed.filter((log) => keys[index]?.has(comparisonKey(log)) && !value.has(log));
    if (unproven.length > 0) await requireStanding(endpoint, unproven);
  }
  for (const log of disputed) {
    const reporters = confirmed.filter((_, index) => keys[index]?.has(comparisonKey(log)));
    const silent = confirmed.filter((_, index) => !keys[index]?.has(comparisonKey(log)));
    if (!judge(log, reporters, silent)) all.delete(comparisonKey(log));
  }
  return [...all.values()];
}
