import type { BlockRef, Family } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import { type Answered, answersOf } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import { NodesDisagree } from './boundary';
import { type Answer, askReceipts, readHeaders } from './evm-node';
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

/** What a node's receipts say of a log; unknown where it did not answer. */
export type Proof = 'shown' | 'denied' | 'unknown';

const proofOf = (receipt: Answer<EvmReceipt>, log: WantedLog, rule: ReceiptRule): Proof =>
  receipt instanceof RpcError ? 'unknown' : receiptHas(receipt, log, rule) ? 'shown' : 'denied';

/** A node that gives no receipts proves nothing, which holds up nobody. */
export async function proofsBy<T extends WantedLog>(endpoint: Endpoint, logs: readonly T[], rule: ReceiptRule): Promise<Map<T, Proof>> {
  const txHashes = [...new Set(logs.map((log) => log.txHash))];
  const answers = await answersOf(endpoint, txHashes, () => askReceipts(endpoint, txHashes));
  const receipts = new Map(answers.map((receipt, index) => [txHashes[index], receipt]));
  return new Map(logs.map((log) => [log, proofOf(receipts.get(log.txHash) ?? null, log, rule)]));
}

type Reader = {
  readonly endpoint: Endpoint;
  readonly listed: ReadonlyMap<string, EvmTransferLog>;
  readonly proofs: ReadonlyMap<EvmTransferLog, Proof>;
};

/**
 * Drops logs that no receipt shows, for which the nodes that listed them back off where the block stands: a branch that was left may leave
 * logs behind. While the last block of the range is being replaced nothing is held against anyone.
 */
async function blame({ endpoint, listed }: Reader, dropped: readonly EvmTransferLog[], boundary: BlockRef): Promise<void> {
  const own = dropped.filter((log) => listed.has(comparisonKey(log)));
  if (own.length === 0) return;
  const numbers = [...new Set([boundary.number, ...own.map(({ blockNumber }) => blockNumber)])];
  const headers = new Map((await readHeaders(endpoint, numbers)).map((header, index) => [numbers[index], header]));
  if (headers.get(boundary.number)?.hash !== boundary.hash)
    throw new NodesDisagree(`block ${boundary.number} was replaced while it was read`);
  const invented = own.find(({ blockNumber, blockHash }) => headers.get(blockNumber)?.hash === blockHash);
  endpoint.disputes += own.length;
  if (invented === undefined) return;
  endpoint.verified = false;
  endpoint.failed(new RpcError('lying', `it reported a transfer in block ${invented.blockNumber} that no receipt shows`));
}

/** Nodes with fewer disputes are asked first: a third one decides. */
function countDisputes(log: EvmTransferLog, readers: readonly Reader[]): void {
  const isContradicted =
    readers.some(({ proofs }) => proofs.get(log) === 'shown') && readers.some(({ proofs }) => proofs.get(log) === 'denied');
  for (const { endpoint, listed } of readers) if (isContradicted || !listed.has(comparisonKey(log))) endpoint.disputes += 1;
}

/** The block time that a log names counts only where every node names the same: otherwise the block itself is asked for. */
function withSharedTime(key: string, log: EvmTransferLog, lists: readonly ReadonlyMap<string, EvmTransferLog>[]): EvmTransferLog {
  const isShared = lists.every((list) => list.get(key)?.blockTime?.getTime() === log.blockTime?.getTime());
  return isShared ? log : { ...log, blockTime: undefined };
}

/**
 * The logs that any node reports, except those that every node's receipts deny. What nodes contradict each other about is recorded as well:
 * only its crediting waits, until they agree.
 */
export async function settleDisputes(
  answers: readonly Answered<readonly EvmTransferLog[]>[],
  rule: ReceiptRule,
  boundary: BlockRef,
): Promise<EvmTransferLog[]> {
  const lists = answers.map(({ endpoint, value }) => ({ endpoint, listed: new Map(value.map((log) => [comparisonKey(log), log])) }));
  const listings = lists.map(({ listed }) => listed);
  const all = new Map(listings.flatMap((listed) => [...listed].map(([key, log]) => [key, withSharedTime(key, log, listings)] as const)));
  const disputed = [...all].filter(([key]) => !listings.every((listed) => listed.has(key))).map(([, log]) => log);
  if (disputed.length === 0) return [...all.values()];
  const readers = await Promise.all(lists.map(async (list) => ({ ...list, proofs: await proofsBy(list.endpoint, disputed, rule) })));
  const dropped = disputed.filter((log) => readers.every(({ proofs }) => proofs.get(log) === 'denied'));
  for (const reader of readers) await blame(reader, dropped, boundary);
  for (const log of disputed) countDisputes(log, readers);
  for (const log of dropped) all.delete(comparisonKey(log));
  return [...all.values()];
}
