import { createHash } from 'node:crypto';
import { getBase58Decoder, getBase64Encoder, getSignatureFromTransaction, getTransactionDecoder, type Transaction } from '@solana/kit';
import { getMintSize, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import type { Chain } from '../chain/chain';
import { INVALID_PARAMS, METHOD_NOT_FOUND, RpcError } from '../chain/chain-types';
import { messageOf } from './parsed-transaction';
import { FAKE_MINT, SOLANA_DECIMALS, USDT_MINT } from './solana-accounts';
import type { SolanaEntry, SolanaLedger } from './solana-ledger';

/** Sandbox networks are final two blocks later. */
const FINAL_SLOTS = 2;
/** A node's own limit for one page of signatures. */
const PAGE_MAX = 1_000;

/** A real node's error codes. */
const BLOCK_NOT_AVAILABLE = -32004;
const MIN_CONTEXT_SLOT = -32016;
const PREFLIGHT_FAILED = -32002;
const BLOCKS_MAX = 500_000;
/** How many blocks a blockhash is valid for. */
const BLOCKHASH_BLOCKS = 150;

type Options = {
  readonly commitment?: string;
  readonly limit?: number;
  readonly before?: string;
  readonly until?: string;
  readonly minContextSlot?: number;
  readonly encoding?: string;
};
type Params = readonly unknown[];

const textOf = (value: unknown, what: string): string => {
  if (typeof value !== 'string') throw new RpcError(INVALID_PARAMS, `${what} must be a string`);
  return value;
};
const numberOf = (value: unknown, what: string): number => {
  if (typeof value !== 'number') throw new RpcError(INVALID_PARAMS, `${what} must be a number`);
  return value;
};
const optionsOf = (value: unknown): Options => (typeof value === 'object' && value !== null ? (value as Options) : {});

function pageOf(entries: readonly SolanaEntry[], { before, until, limit = PAGE_MAX }: Options): readonly SolanaEntry[] {
  const start = before === undefined ? 0 : entries.findIndex(({ signature }) => signature === before) + 1;
  const end = until === undefined ? -1 : entries.findIndex(({ signature }) => signature === until);
  return entries.slice(start, end === -1 ? undefined : end).slice(0, Math.min(limit, PAGE_MAX));
}

function accountInfo(ledger: SolanaLedger, address: string): object | null {
  if (address === USDT_MINT || address === FAKE_MINT)
    return {
      owner: TOKEN_PROGRAM_ADDRESS,
      space: getMintSize(),
      data: { program: 'spl-token', parsed: { type: 'mint', info: { decimals: SOLANA_DECIMALS, isInitialized: true } } },
    };
  const holding = ledger.vm.holdingOf(address as never);
  if (holding === undefined) return null;
  const { mint, owner, amount } = holding;
  const info = { mint, owner, tokenAmount: { amount: amount.toString(), decimals: SOLANA_DECIMALS } };
  return { owner: TOKEN_PROGRAM_ADDRESS, data: { program: 'spl-token', parsed: { type: 'account', info } } };
}

async function timeOf(chain: Pick<Chain, 'read'>, slot: number): Promise<number | null> {
  const block = (await chain.read('eth_getBlockByNumber', [`0x${slot.toString(16)}`, false])) as { timestamp: string } | null;
  return block === null ? null : Number.parseInt(block.timestamp, 16);
}
const blockhashOf = (slot: number): string => getBase58Decoder().decode(createHash('sha256').update(`slot ${slot}`).digest());

/** What cannot be read is refused here: in a block it would stop the chain. */
function readTransaction(wire: unknown, { encoding }: Options): Transaction {
  if (encoding !== 'base64') throw new RpcError(INVALID_PARAMS, 'transactions are read in base64 only');
  try {
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(textOf(wire, 'the transaction')));
    messageOf(transaction);
    getSignatureFromTransaction(transaction);
    return transaction;
  } catch {
    throw new RpcError(INVALID_PARAMS, 'this is no signed transaction');
  }
}
const errorOf = ({ failed }: SolanaEntry) => (failed ? { InstructionError: [0, 'Custom'] } : null);

/** What a wallet asks of a node. */
const sendingOf = (ledger: SolanaLedger, slotAt: (options: Options) => number, onPending: () => void) => ({
  getLatestBlockhash: ([options]: Params) => {
    const slot = slotAt(optionsOf(options));
    return { context: { slot }, value: { blockhash: blockhashOf(slot), lastValidBlockHeight: slot + BLOCKHASH_BLOCKS } };
  },
  sendTransaction: ([wire, options]: Params): string => {
    const transaction = readTransaction(wire, optionsOf(options));
    if (ledger.vm.wouldFail(transaction)) throw new RpcError(PREFLIGHT_FAILED, 'Transaction simulation failed');
    const signature = getSignatureFromTransaction(transaction);
    if (ledger.find(signature) !== undefined)
      throw new RpcError(PREFLIGHT_FAILED, 'Transaction simulation failed: This transaction has already been processed');
    void ledger.send(transaction);
    onPending();
    return signature;
  },
});

/** What a node says of itself: nothing is pruned here. */
const ABOUT = { getHealth: () => 'ok', getGenesisHash: () => blockhashOf(0), getFirstAvailableBlock: () => 0 };

/** The part of a Solana node's JSON-RPC that scanners and developers use. Finalized is the default, as on real nodes. */
export function createSolanaFront(ledger: SolanaLedger, chain: Pick<Chain, 'read'>, onPending: () => void) {
  const slotAt = ({ commitment = 'finalized' }: Options): number =>
    commitment === 'finalized' ? Math.max(0, ledger.head().slot - FINAL_SLOTS) : ledger.head().slot;
  const context = (options: Options) => ({ slot: slotAt(options) });
  const statusOf = ({ slot }: SolanaEntry) => (slot <= slotAt({}) ? 'finalized' : 'confirmed');
  /** Every block of the chain is a slot, so none is skipped. */
  const blockAt = async (slot: number, options: Options): Promise<object> => {
    if (slot > slotAt(options)) throw new RpcError(BLOCK_NOT_AVAILABLE, `Block not available for slot ${slot}`);
    const signatures = ledger.inSlot(slot).map(({ signature }) => signature);
    return { blockHeight: slot, parentSlot: Math.max(0, slot - 1), blockTime: await timeOf(chain, slot), signatures };
  };

  const methods: Record<string, (params: Params) => unknown> = {
    ...ABOUT,
    getSlot: ([options]) => slotAt(optionsOf(options)),
    getBlockHeight: ([options]) => slotAt(optionsOf(options)),
    getBlockTime: async ([slot]) => {
      if (typeof slot !== 'number' || slot > ledger.head().slot) throw new RpcError(INVALID_PARAMS, 'Block not available for slot');
      return timeOf(chain, slot);
    },
    getBlocks: ([start, end, options]) => {
      const [from, to] = [numberOf(start, 'the first slot'), Math.min(numberOf(end, 'the last slot'), slotAt(optionsOf(options)))];
      if (to - from > BLOCKS_MAX) throw new RpcError(INVALID_PARAMS, `Slot range too large; max ${BLOCKS_MAX}`);
      return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
    },
    getBlock: ([slot, options]) => blockAt(numberOf(slot, 'the slot'), optionsOf(options)),
    ...sendingOf(ledger, slotAt, onPending),
    getAccountInfo: ([address, options]) => ({
      context: context(optionsOf(options)),
      value: accountInfo(ledger, textOf(address, 'the address')),
    }),
    getTokenAccountBalance: ([address, options]) => {
      const holding = ledger.vm.holdingOf(textOf(address, 'the address') as never);
      if (holding === undefined) throw new RpcError(INVALID_PARAMS, 'Invalid param: could not find account');
      return { context: context(optionsOf(options)), value: { amount: holding.amount.toString(), decimals: SOLANA_DECIMALS } };
    },
    getSignaturesForAddress: ([address, given]) => {
      const options = optionsOf(given);
      if (slotAt(options) < (options.minContextSlot ?? 0))
        throw new RpcError(MIN_CONTEXT_SLOT, 'Minimum context slot has not been reached');
      const seen = ledger.ofAccount(textOf(address, 'the address')).filter(({ slot }) => slot <= slotAt(options));
      return pageOf(seen, options).map((entry) => ({
        signature: entry.signature,
        slot: entry.slot,
        err: errorOf(entry),
        blockTime: entry.time,
        confirmationStatus: statusOf(entry),
      }));
    },
    getSignatureStatuses: ([signatures]) => ({
      context: context({}),
      value: (Array.isArray(signatures) ? signatures : []).map((signature) => {
        const entry = ledger.find(textOf(signature, 'a signature'));
        if (entry === undefined) return null;
        const confirmations = statusOf(entry) === 'finalized' ? null : ledger.head().slot - entry.slot;
        return { slot: entry.slot, confirmations, err: errorOf(entry), confirmationStatus: statusOf(entry) };
      }),
    }),
    getTransaction: ([signature, options]) => {
      const entry = ledger.find(textOf(signature, 'the signature'));
      return entry !== undefined && entry.slot <= slotAt(optionsOf(options)) ? entry.body : null;
    },
  };

  return async (method: string, params: unknown): Promise<unknown> => {
    const handler = methods[method];
    if (!handler) throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`);
    return handler(Array.isArray(params) ? params : []);
  };
}
