import type { IncomingTransfer, ProvableTransfer } from '../../chains.domain';
import type { Endpoint } from '../../rpc/endpoint';
import { answersOf } from '../../rpc/panel';
import { RpcError } from '../../rpc/rpc-errors';
import type { Verdict } from '../chain-adapter';
import { GONE_SLOTS, PROOFS_MAX, provesAbsence } from './absence';
import { readTransactions } from './solana-node';
import type { SolanaTransaction } from './solana-wire';
import { holdersIn, readTransfers } from './transactions/read-transaction';
import { DELTA, tokenAccountOf } from './transactions/solana-transfers.domain';

/** One node's evidence per transaction: the finalized transaction, 'absent' with a proof, an error, or null where it does not know it. */
export type Evidence = ReadonlyMap<string, EvidenceOfOne>;
type EvidenceOfOne = SolanaTransaction | 'absent' | RpcError | null;
/** moved: in another slot than recorded, to be read again. */
export type Vote = Verdict | 'moved';

/** Without an answer it is not proven, which concerns this transaction alone. */
async function isAbsent(endpoint: Endpoint, signature: string, slot: number): Promise<boolean> {
  try {
    return await provesAbsence(endpoint, signature, slot);
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}

/** `final` is the newest slot that is final for every node. */
export async function gatherEvidence(endpoint: Endpoint, transfers: readonly ProvableTransfer[], final: number): Promise<Evidence> {
  const slotOf = new Map(transfers.map(({ txHash, blockNumber }) => [txHash, blockNumber]));
  const signatures = [...slotOf.keys()];
  const found = await answersOf(endpoint, signatures, () => readTransactions(endpoint, signatures, 'finalized'));
  const evidence = new Map(signatures.map((signature, index): [string, EvidenceOfOne] => [signature, found[index] ?? null]));
  const unknown = signatures.filter((signature) => evidence.get(signature) === null && final > (slotOf.get(signature) ?? 0) + GONE_SLOTS);
  for (const signature of unknown.slice(0, PROOFS_MAX))
    if (await isAbsent(endpoint, signature, slotOf.get(signature) ?? 0)) evidence.set(signature, 'absent');
  return evidence;
}

/** Rows older than instruction-based identities have only the ordinal, and their token account may be unknown. */
const isOld = ({ logKey }: ProvableTransfer): boolean => logKey.startsWith('ordinal-');

/** The same row, or the same money where one of two nodes could not parse an instruction and returned the balance change instead. */
function isShownBy(transfer: ProvableTransfer, found: readonly IncomingTransfer[]): boolean {
  const total = found.reduce((sum, { raw }) => sum + raw, 0n);
  if (found.some(({ logKey, raw }) => logKey === transfer.logKey && raw === transfer.raw)) return true;
  if (transfer.logKey.startsWith(`${DELTA}:`)) return total === transfer.raw;
  if (isOld(transfer)) return found.some(({ raw }) => raw === transfer.raw);
  return found.some(({ logKey, raw }) => logKey.startsWith(`${DELTA}:`) && raw >= transfer.raw);
}

/** One node's verdict: the same transfer, in the same slot, of a finalized transaction that succeeded. */
export function vote(transfer: ProvableTransfer, mint: string, evidence: Evidence): Vote {
  const transaction = evidence.get(transfer.txHash);
  if (transaction === undefined || transaction === null || transaction instanceof RpcError) return 'wait';
  if (transaction === 'absent') return 'gone';
  if (transaction.slot !== transfer.blockNumber) return 'moved';
  if (transaction.blockTime === null) return 'wait';
  const own = { ownerKey: transfer.toKey, tokenAccount: tokenAccountOf(transfer.logKey) };
  const accounts = isOld(transfer) ? holdersIn(transaction, mint).filter(({ ownerKey }) => ownerKey === transfer.toKey) : [own];
  const found = accounts.flatMap((account) => readTransfers(transaction, account, mint));
  return isShownBy(transfer, found) ? 'final' : 'gone';
}
