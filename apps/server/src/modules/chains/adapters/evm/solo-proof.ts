import type { NetworkSettings } from '../../../../config-networks';
import type { Endpoint } from '../../rpc/endpoint';
import { RpcError } from '../../rpc/rpc-errors';
import { knowsBlockReceipts, lacksBlockReceipts, readBlockReceipts } from './block-receipts';
import { bloomBits, isBloom, mayContain } from './bloom';
import { readHeadersBelow } from './evm-node';
import { type EvmHeader, type EvmTransferLog, type LogQuery, TRANSFER_TOPIC, toTopic, transfersIn } from './evm-wire';
import { comparisonKey, identifyLogs } from './log-identity';
import type { Plan, WatchedKeys } from './plan-range';

const HEADERS_AT_ONCE = 100;
/** Blocks further behind than this are old enough to be indexed: proving each of them would only delay reaching the tip. */
const NEAR_TIP_BLOCKS = 100;
/** Blocks per poll when each of them is proven, so that a poll stays short. */
export const PROVEN_SPAN = 100;

/**
 * How a single node's logs are verified. none: not at all · bloom: by the blocks' bloom filters and the receipts of matching blocks ·
 * receipts: by all receipts · blocks: receipts are read instead of logs.
 */
export type SoloMode = 'none' | 'bloom' | 'receipts' | 'blocks';

export function soloModeOf({ soloProof }: NetworkSettings, endpoint: Endpoint, plan: Plan, isOpen: boolean): SoloMode {
  if (soloProof !== 'receipts-while-open') return soloProof;
  if (!isOpen || plan.to - plan.firstTime >= NEAR_TIP_BLOCKS || lacksBlockReceipts(endpoint)) return 'none';
  const isOrdinary = plan.from === plan.firstTime && plan.firstTime === plan.newFrom;
  return isOrdinary && knowsBlockReceipts(endpoint) ? 'blocks' : 'receipts';
}

/** Blocks that may hold a transfer to us that the node did not report; a negative bloom filter is a proof. */
function createSuspicion(mode: SoloMode, recipientsMax: number, query: LogQuery, watched: WatchedKeys): (header: EvmHeader) => boolean {
  if (mode !== 'bloom') return (header) => header.txHashes.length > 0;
  const contract = bloomBits(query.contractKey);
  const topic = bloomBits(TRANSFER_TOPIC);
  // With many recipients almost every block matches some bit pattern: then only the contract is tested.
  const recipients = watched.size <= recipientsMax ? [...watched.keys()].map((key) => bloomBits(toTopic(key))) : undefined;
  return ({ bloom }) => {
    if (!isBloom(bloom)) return true;
    if (!mayContain(bloom, contract) || !mayContain(bloom, topic)) return false;
    return recipients === undefined || recipients.some((bits) => mayContain(bloom, bits));
  };
}

export type Proven = {
  readonly logs: readonly EvmTransferLog[];
  /** False when the node could not return the receipts a proof needs, or they lack what its logs list. */
  readonly isProven: boolean;
  readonly first: EvmHeader;
  readonly last: EvmHeader;
};

/**
 * A single node's empty answer may mean that nothing happened or that its log index lags. So its blocks are checked too, and the receipts
 * of those that could hold more add to its logs. What only its logs list is recorded, and waits for a receipt.
 */
export async function proveAlone(
  endpoint: Endpoint,
  { mode, recipientsMax, query, watched }: { mode: SoloMode; recipientsMax: number; query: LogQuery; watched: WatchedKeys },
  reported: readonly EvmTransferLog[],
): Promise<Proven> {
  const isSuspicious = createSuspicion(mode, recipientsMax, query, watched);
  const proven = new Map(reported.map((log) => [comparisonKey(log), log]));
  let [first, last]: (EvmHeader | undefined)[] = [];
  let isProven = true;
  for (let at = query.from; at <= query.to; at += HEADERS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(HEADERS_AT_ONCE, query.to - at + 1) }, (_, index) => at + index);
    for (const header of await readHeadersBelow(endpoint, numbers)) {
      if (header === null) throw new RpcError('behind', 'a block of the range is missing');
      if (last !== undefined && header.parentHash !== last.hash) throw new RpcError('behind', 'the chain changed while it was read');
      first ??= header;
      last = header;
      if (isSuspicious(header)) isProven = (await addFromReceipts(endpoint, header, query, watched, proven)) && isProven;
    }
  }
  if (first === undefined || last === undefined) throw new RpcError('behind', 'a range without blocks');
  return { logs: [...proven.values()], isProven, first, last };
}

async function addFromReceipts(
  endpoint: Endpoint,
  header: EvmHeader,
  query: LogQuery,
  watched: WatchedKeys,
  proven: Map<string, EvmTransferLog>,
): Promise<boolean> {
  const receipts = await readBlockReceipts(endpoint, header, query.family === 'tron');
  if (receipts === undefined) return false;
  const inReceipts = new Map<string, EvmTransferLog>();
  for (const receipt of receipts) {
    if (!receipt.succeeded) continue;
    for (const log of identifyLogs(transfersIn(receipt, query.contractKey), query.family))
      if (watched.has(log.toKey)) inReceipts.set(comparisonKey(log), log);
  }
  const here = [...proven].filter(([, log]) => log.blockNumber === header.number);
  if (here.some(([, log]) => log.blockHash !== header.hash)) throw new RpcError('behind', 'the chain changed while it was read');
  for (const [key, log] of inReceipts) proven.set(key, log);
  return here.every(([key]) => inReceipts.has(key));
}
