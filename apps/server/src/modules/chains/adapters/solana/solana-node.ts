import type { NetworkSettings } from '../../../../config-networks';
import type { Endpoint } from '../../rpc/endpoint';
import { NetworkMismatch, RpcError } from '../../rpc/rpc-errors';
import {
  decodeBlockTime,
  decodeMint,
  decodeSignatures,
  decodeSlot,
  decodeTransaction,
  type SignatureInfo,
  type SolanaTransaction,
} from './solana-wire';
import { TOKEN_PROGRAM } from './token-account';

const PAGE = 1_000;
const PAGES_MAX = 50;
export type Commitment = 'confirmed' | 'finalized';
export type SlotView = { readonly head: number; readonly headTime: Date; readonly final: number };

/** The mint is pinned; what it must be is a classic token of the configured decimals. */
export async function checkMint(endpoint: Endpoint, settings: NetworkSettings): Promise<void> {
  const mint = decodeMint(await endpoint.call('getAccountInfo', [settings.contract, { encoding: 'jsonParsed', commitment: 'finalized' }]));
  const decimals = mint?.data.parsed.info.decimals;
  if (mint?.owner !== TOKEN_PROGRAM || decimals !== settings.decimals)
    throw new NetworkMismatch(
      `The ${settings.network} mint ${settings.contract} has ${decimals ?? 'no'} decimals, ${settings.decimals} are configured.`,
    );
}

export async function readSlots(endpoint: Endpoint): Promise<SlotView> {
  const head = decodeSlot(await endpoint.call('getSlot', [{ commitment: 'confirmed' }]));
  const headTime = decodeBlockTime(await endpoint.call('getBlockTime', [head]));
  return { head, headTime, final: decodeSlot(await endpoint.call('getSlot', [{ commitment: 'finalized' }])) };
}

/** Signatures of an account since the last one known, oldest first. A first look goes back to when watching began. */
export async function readSignatures(endpoint: Endpoint, account: string, last: string | null, since: Date): Promise<SignatureInfo[]> {
  const found: SignatureInfo[] = [];
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const before = found.at(-1)?.signature;
    const options = {
      commitment: 'confirmed',
      limit: PAGE,
      ...(last === null ? {} : { until: last }),
      ...(before === undefined ? {} : { before }),
    };
    const page = decodeSignatures(await endpoint.call('getSignaturesForAddress', [account, options]));
    found.push(...page);
    const oldest = page.at(-1);
    const isEnough = last === null && oldest?.blockTime != null && oldest.blockTime * 1000 < since.getTime();
    if (page.length < PAGE || isEnough) return found.reverse();
  }
  throw new RpcError('range', `account ${account} has more than ${PAGE * PAGES_MAX} new signatures`);
}

export async function readTransactions(
  endpoint: Endpoint,
  signatures: readonly string[],
  commitment: Commitment,
): Promise<(SolanaTransaction | null)[]> {
  const options = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0, commitment };
  const values = await endpoint.batch(signatures.map((signature) => ({ method: 'getTransaction', params: [signature, options] })));
  return values.map((value, index) => {
    if (value instanceof RpcError) throw value;
    const transaction = decodeTransaction(value);
    if (transaction !== null && transaction.transaction.signatures[0] !== signatures[index])
      throw new RpcError('lying', 'another transaction than the one asked for');
    return transaction;
  });
}
