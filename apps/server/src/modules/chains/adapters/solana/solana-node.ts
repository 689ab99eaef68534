import type { NetworkSettings } from '../../../../config-networks';
import type { Endpoint } from '../../rpc/endpoint';
import { NetworkMismatch, RpcError } from '../../rpc/rpc-errors';
import { TOKEN_PROGRAM } from './accounts/token-account';
import { decodeBlockTime, decodeMint, decodeSlot, decodeTransaction, type SolanaTransaction } from './solana-wire';

export type Commitment = 'confirmed' | 'finalized';
/** A node's newest slot, and its last final one; -1 where it did not name it. */
export type SlotView = { readonly endpoint: Endpoint; readonly head: number; readonly final: number };

/** Mainnet has had version 1 since September 2026; a call that declares less gets error -32015 for each of them. */
export const TRANSACTION_VERSION_MAX = 1;

/** The pinned mint has to be a classic token with the configured decimals. */
export async function checkMint(endpoint: Endpoint, settings: NetworkSettings): Promise<void> {
  const mint = decodeMint(await endpoint.call('getAccountInfo', [settings.contract, { encoding: 'jsonParsed', commitment: 'finalized' }]));
  const decimals = mint?.data.parsed.info.decimals;
  if (mint?.owner !== TOKEN_PROGRAM || decimals !== settings.decimals)
    throw new NetworkMismatch(
      `The ${settings.network} mint ${settings.contract} has ${decimals ?? 'no'} decimals, ${settings.decimals} are configured.`,
    );
}

/** Per call a result or an error. */
export const batchOf = (endpoint: Endpoint, method: string, params: readonly (readonly unknown[])[]): Promise<(unknown | RpcError)[]> =>
  endpoint.batch(params.map((each) => ({ method, params: each })));

/** A final slot that is missing, or above what the network allows, is no reason not to read the newest one. */
export async function readSlots(endpoint: Endpoint, minDepth: number): Promise<SlotView> {
  const [newest, final] = await batchOf(endpoint, 'getSlot', [[{ commitment: 'confirmed' }], [{ commitment: 'finalized' }]]);
  if (newest instanceof RpcError) throw newest;
  const head = decodeSlot(newest);
  return { endpoint, head, final: final instanceof RpcError ? -1 : Math.min(decodeSlot(final), head - minDepth) };
}

/** The newest slot's time may not be stored yet; then the finalized slot's earlier time is used. */
export async function readTime({ endpoint, head, final }: SlotView): Promise<Date> {
  try {
    return decodeBlockTime(await endpoint.call('getBlockTime', [head]));
  } catch (error) {
    if (!(error instanceof RpcError) || error.fault === 'limited' || error.fault === 'unreachable' || error.fault === 'timeout')
      throw error;
    if (final < 0) throw error;
    return decodeBlockTime(await endpoint.call('getBlockTime', [final]));
  }
}

/** Per request: the transaction, null where this node does not know it, or why it cannot be read here. */
export async function readTransactions(
  endpoint: Endpoint,
  signatures: readonly string[],
  commitment: Commitment,
): Promise<(SolanaTransaction | RpcError | null)[]> {
  const options = { encoding: 'jsonParsed', maxSupportedTransactionVersion: TRANSACTION_VERSION_MAX, commitment };
  const values = await batchOf(
    endpoint,
    'getTransaction',
    signatures.map((signature) => [signature, options]),
  );
  return values.map((value, index) => {
    if (value instanceof RpcError) return value;
    try {
      const transaction = decodeTransaction(value);
      if (transaction === null || transaction.transaction.signatures[0] === signatures[index]) return transaction;
      return new RpcError('lying', 'another transaction than the one asked for');
    } catch (error) {
      if (error instanceof RpcError) return error;
      throw error;
    }
  });
}
