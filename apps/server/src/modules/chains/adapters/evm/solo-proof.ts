import type { NetworkSettings } from '../../../../config-networks';
import type { Endpoint } from '../../rpc/endpoint';
import { RpcError } from '../../rpc/rpc-errors';
import { bloomBits, isBloom, mayContain } from './bloom';
import { readBlockReceipts, readHeaders } from './evm-node';
import { type EvmHeader, type EvmTransferLog, type LogQuery, TRANSFER_TOPIC, toTopic, transfersIn } from './evm-wire';
import { comparisonKey, identifyLogs } from './log-identity';
import type { WatchedKeys } from './read-range';

const HEADERS_AT_ONCE = 100;

/** Blocks that may hold a transfer for us which the node did not report; a bloom filter that says no is a proof. */
function createSuspicion(settings: NetworkSettings, query: LogQuery, watched: WatchedKeys): (header: EvmHeader) => boolean {
  if (settings.soloProof === 'receipts') return (header) => header.txHashes.length > 0;
  const contract = bloomBits(query.contractKey);
  const topic = bloomBits(TRANSFER_TOPIC);
  // With many recipients some bit pattern fits almost every block: then the contract alone decides.
  const recipients = watched.size <= settings.recipientsMax ? [...watched.keys()].map((key) => bloomBits(toTopic(key))) : undefined;
  return ({ bloom }) => {
    if (!isBloom(bloom)) return true;
    if (!mayContain(bloom, contract) || !mayContain(bloom, topic)) return false;
    return recipients === undefined || recipients.some((bits) => mayContain(bloom, bits));
  };
}

/**
 * A lone node's answer is not believed as it stands: an empty one looks the same whether nothing happened or its log index lags.
 * Its blocks are asked as well, and the receipts of those that could hold more decide.
 */
export async function proveAlone(
  endpoint: Endpoint,
  settings: NetworkSettings,
  query: LogQuery,
  watched: WatchedKeys,
  reported: readonly EvmTransferLog[],
): Promise<EvmTransferLog[]> {
  if (settings.soloProof === 'none' || watched.size === 0) return [...reported];
  const isSuspicious = createSuspicion(settings, query, watched);
  const proven = new Map(reported.map((log) => [comparisonKey(log), log]));
  let parent: EvmHeader | undefined;
  for (let at = query.from; at <= query.to; at += HEADERS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(HEADERS_AT_ONCE, query.to - at + 1) }, (_, index) => at + index);
    for (const header of await readHeaders(endpoint, numbers)) {
      if (header === null) throw new RpcError('behind', 'a block of the range is missing');
      if (parent !== undefined && header.parentHash !== parent.hash) throw new RpcError('behind', 'the chain changed while it was read');
      parent = header;
      if (isSuspicious(header)) await addFromReceipts(endpoint, header, query, watched, proven);
    }
  }
  return [...proven.values()];
}

async function addFromReceipts(
  endpoint: Endpoint,
  header: EvmHeader,
  query: LogQuery,
  watched: WatchedKeys,
  proven: Map<string, EvmTransferLog>,
): Promise<void> {
  const inReceipts = new Map<string, EvmTransferLog>();
  for (const receipt of await readBlockReceipts(endpoint, header)) {
    if (!receipt.succeeded) continue;
    for (const log of identifyLogs(transfersIn(receipt, query.contractKey), query.family))
      if (watched.has(log.toKey)) inReceipts.set(comparisonKey(log), log);
  }
  for (const [key, log] of proven) {
    if (log.blockNumber !== header.number || inReceipts.has(key)) continue;
    throw new RpcError('lying', `it reported a transfer in block ${header.number} that no receipt shows`);
  }
  for (const [key, log] of inReceipts) proven.set(key, log);
}
