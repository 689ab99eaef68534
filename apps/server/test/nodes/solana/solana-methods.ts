import type { Methods, NodeState } from '../node-types';
import { Refusal } from '../refusals';
import { accountInfo, decimalsOf, tokenAccountsByOwner } from './solana-accounts';
import { FAILURE, tokenAmount, transactionShape } from './solana-shapes';
import type { PlacedTransaction, SolanaBlock, SolanaChain } from './solana-types';
import { checkVersion, invalid, optionsOf, type SolanaView, viewOf } from './solana-view';

const SIGNATURES_MAX = 1_000;
const RECENT_SLOTS = 150;
const ACCOUNTS_MAX = 100;
const HEALTHY_SLOTS = 128;

const seconds = ({ timeMs }: SolanaBlock): number => Math.floor(timeMs / 1000);

/** Newest first. An unknown `until` lists everything (solana-labs/solana#24620), an unknown `before` nothing. */
function signatures(chain: SolanaChain, node: NodeState, view: SolanaView, address: string, given: unknown): object[] {
  const options = optionsOf(given, view);
  const { limit = SIGNATURES_MAX, before, until } = options;
  if (options.commitment === 'processed') throw invalid('Method does not support commitment below `confirmed`');
  if (limit < 1 || limit > SIGNATURES_MAX) throw invalid(`Invalid limit; max ${SIGNATURES_MAX}`);
  const newest = view.slotAt(options.commitment) - node.faults.indexLag;
  const all = chain
    .mentionsOf(address)
    .filter((placed) => view.has(placed) && placed.block.slot <= newest)
    .sort((a, b) => b.block.slot - a.block.slot || b.index - a.index);
  const signatureAt = (signature: string) => all.findIndex(({ transaction }) => transaction.signature === signature);
  if (before !== undefined && signatureAt(before) < 0) return [];
  const from = before === undefined ? 0 : signatureAt(before) + 1;
  const to = until === undefined || signatureAt(until) < 0 ? all.length : signatureAt(until);
  const final = view.slotAt('finalized');
  const method = 'getSignaturesForAddress';
  return all
    .slice(from, Math.max(from, to))
    .filter(({ transaction: { signature }, block }) => {
      const item = { method, key: `${signature}:${address}`, txHash: signature, block: block.slot };
      return !node.faults.omits?.(item);
    })
    .slice(0, limit)
    .map(({ transaction, block }) => ({
      blockTime: seconds(block),
      confirmationStatus: block.slot <= final ? 'finalized' : 'confirmed',
      err: transaction.failed ? FAILURE : null,
      memo: null,
      signature: transaction.signature,
      slot: block.slot,
    }));
}

function getBlockAt(chain: SolanaChain, view: SolanaView, slot: unknown, newest: number): SolanaBlock {
  if (typeof slot !== 'number') throw invalid('Invalid params: invalid type');
  if (slot > newest) throw new Refusal({ code: -32004, message: `Block not available for slot ${slot}` });
  if (slot < view.firstSlot)
    throw new Refusal({
      code: -32001,
      message: `Block ${slot} cleaned up, does not exist on node. First available block: ${view.firstSlot}`,
    });
  const block = view.block(slot);
  if (block !== undefined) return block;
  const message = `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`;
  throw new Refusal({ code: slot < chain.startSlot ? -32009 : -32007, message });
}

function statusOf(placed: PlacedTransaction | undefined, view: SolanaView, searchHistory: boolean): object | null {
  if (placed === undefined) return null;
  const { slot } = placed.block;
  const head = view.slotAt('confirmed');
  if (!searchHistory && slot < head - RECENT_SLOTS) return null;
  const isFinal = slot <= view.slotAt('finalized');
  const err = placed.transaction.failed ? FAILURE : null;
  return {
    slot,
    confirmations: isFinal ? null : head - slot,
    err,
    status: err === null ? { Ok: null } : { Err: err },
    confirmationStatus: isFinal ? 'finalized' : 'confirmed',
  };
}

function blockMethods(chain: SolanaChain, node: NodeState, view: SolanaView): Methods {
  const shape = { decimals: decimalsOf(chain, node), parsesBatch: node.faults.parsesBatch };
  return {
    getSlot: ([given]) => {
      const { commitment } = optionsOf(given, view);
      if (commitment === 'finalized' && view.refusesFinality) throw new Refusal({ code: -32005, message: 'Node is unhealthy' });
      return view.slotAt(commitment);
    },
    getBlockHeight: ([given]) => view.block(view.slotAt(optionsOf(given, view).commitment))?.height ?? 0,
    getFirstAvailableBlock: () => view.firstSlot,
    minimumLedgerSlot: () => view.firstSlot,
    getBlockTime: ([slot]) => seconds(getBlockAt(chain, view, slot, view.slotAt('confirmed'))),
    getBlocks: ([from, to]) =>
      chain
        .blocks(node.faults.branch)
        .map(({ slot }) => slot)
        .filter((slot) => slot >= Number(from) && slot <= Math.min(Number(to ?? slot), view.slotAt('finalized'))),
    getBlock: ([slot, given]) => {
      const options = optionsOf(given, view);
      const block = getBlockAt(chain, view, slot, view.slotAt(options.commitment));
      const placed = block.transactions.map((transaction, index) => ({ transaction, block, index }));
      const details = options.transactionDetails ?? 'full';
      if (details === 'full') for (const one of placed) checkVersion(one, options);
      const { blockhash, previousBlockhash, parentSlot, height } = block;
      return {
        blockHeight: height,
        blockTime: seconds(block),
        blockhash,
        parentSlot,
        previousBlockhash,
        ...(details === 'signatures' ? { signatures: block.transactions.map(({ signature }) => signature) } : {}),
        ...(details === 'full' ? { transactions: placed.map((one) => transactionShape(one, shape)) } : {}),
      };
    },
    getTransaction: ([signature, given]) => {
      const options = optionsOf(given, view);
      if (options.commitment === 'processed') throw invalid('Method does not support commitment below `confirmed`');
      const placed = view.find(String(signature));
      if (placed === undefined || placed.block.slot > view.slotAt(options.commitment)) return null;
      checkVersion(placed, options);
      return { blockTime: seconds(placed.block), slot: placed.block.slot, ...transactionShape(placed, shape) };
    },
  };
}

export function solanaMethods(chain: SolanaChain, node: NodeState): Methods {
  const view = viewOf(chain, node);
  const context = (given: unknown) => ({ apiVersion: '3.1.2', slot: view.slotAt(optionsOf(given, view).commitment) });
  return {
    ...blockMethods(chain, node, view),
    getHealth: () => {
      if (node.faults.lag <= HEALTHY_SLOTS) return 'ok';
      const data = { numSlotsBehind: node.faults.lag };
      throw new Refusal({ code: -32005, message: `Node is behind by ${node.faults.lag} slots`, data });
    },
    getVersion: () => ({ 'feature-set': 3_640_012_085, 'solana-core': '3.1.2' }),
    getGenesisHash: () => node.faults.genesis ?? chain.genesis,
    getSignaturesForAddress: ([address, given]) => signatures(chain, node, view, String(address), given),
    getSignatureStatuses: ([list, given]) => {
      const { searchTransactionHistory = false } = optionsOf(given, view);
      const value = (list as string[]).map((signature) => statusOf(view.find(signature), view, searchTransactionHistory));
      return { context: context({ commitment: 'confirmed' }), value };
    },
    getAccountInfo: ([address, given]) => ({ context: context(given), value: accountInfo(chain, node, String(address)) }),
    getMultipleAccounts: ([list, given]) => {
      const addresses = list as string[];
      if (addresses.length > ACCOUNTS_MAX) throw invalid(`Too many inputs provided; max ${ACCOUNTS_MAX}`);
      return { context: context(given), value: addresses.map((address) => accountInfo(chain, node, address)) };
    },
    getTokenAccountsByOwner: ([owner, filter, given]) => ({
      context: context(given),
      value: tokenAccountsByOwner(chain, node, String(owner), filter),
    }),
    getTokenAccountBalance: ([account, given]) => {
      const held = chain.holdingOf(String(account));
      if (held === undefined) throw invalid('Invalid param: could not find account');
      return { context: context(given), value: tokenAmount(held.amount, decimalsOf(chain, node)) };
    },
  };
}
