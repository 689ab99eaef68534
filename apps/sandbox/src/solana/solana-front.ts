import { getMintSize, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import type { Chain } from '../chain/chain';
import { INVALID_PARAMS, METHOD_NOT_FOUND, RpcError } from '../chain/chain-types';
import { FAKE_MINT, SOLANA_DECIMALS, USDT_MINT } from './solana-accounts';
import type { SolanaEntry, SolanaLedger } from './solana-ledger';

/** Sandbox networks are final two blocks later. */
const FINAL_SLOTS = 2;
/** A node's own limit for one page of signatures. */
const PAGE_MAX = 1_000;

type Options = { readonly commitment?: string; readonly limit?: number; readonly before?: string; readonly until?: string };
type Params = readonly unknown[];

const textOf = (value: unknown, what: string): string => {
  if (typeof value !== 'string') throw new RpcError(INVALID_PARAMS, `${what} must be a string`);
  return value;
};
const optionsOf = (value: unknown): Options => (typeof value === 'object' && value !== null ? (value as Options) : {});

function pageOf(entries: readonly SolanaEntry[], { before, until, limit = PAGE_MAX }: Options): readonly SolanaEntry[] {
  const start = before === undefined ? 0 : entries.findIndex(({ signature }) => signature === before) + 1;
  const end = until === undefined ? -1 : entries.findIndex(({ signature }) => signature === until);
  return entries.slice(start, end === -1 ? undefined : end).slice(0, Math.min(limit, PAGE_MAX));
}

/** As much of a Solana node's JSON-RPC as a scanner and a curious person ask. Finalized is the default, as on real nodes. */
export function createSolanaFront(ledger: SolanaLedger, chain: Pick<Chain, 'read'>) {
  const slotAt = ({ commitment = 'finalized' }: Options): number =>
    commitment === 'finalized' ? Math.max(0, ledger.head().slot - FINAL_SLOTS) : ledger.head().slot;
  const context = (options: Options) => ({ slot: slotAt(options) });

  const accountInfo = (address: string): object | null => {
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
  };

  const methods: Record<string, (params: Params) => unknown> = {
    getHealth: () => 'ok',
    getSlot: ([options]) => slotAt(optionsOf(options)),
    getBlockHeight: ([options]) => slotAt(optionsOf(options)),
    getBlockTime: async ([slot]) => {
      if (typeof slot !== 'number' || slot > ledger.head().slot) throw new RpcError(INVALID_PARAMS, 'Block not available for slot');
      const block = (await chain.read('eth_getBlockByNumber', [`0x${slot.toString(16)}`, false])) as { timestamp: string } | null;
      return block === null ? null : Number.parseInt(block.timestamp, 16);
    },
    getAccountInfo: ([address, options]) => ({
      context: context(optionsOf(options)),
      value: accountInfo(textOf(address, 'the address')),
    }),
    getTokenAccountBalance: ([address, options]) => {
      const holding = ledger.vm.holdingOf(textOf(address, 'the address') as never);
      if (holding === undefined) throw new RpcError(INVALID_PARAMS, 'Invalid param: could not find account');
      return { context: context(optionsOf(options)), value: { amount: holding.amount.toString(), decimals: SOLANA_DECIMALS } };
    },
    getSignaturesForAddress: ([address, given]) => {
      const options = optionsOf(given);
      const seen = ledger.ofAccount(textOf(address, 'the address')).filter(({ slot }) => slot <= slotAt(options));
      return pageOf(seen, options).map(({ signature, slot, failed, time }) => ({
        signature,
        slot,
        err: failed ? { InstructionError: [0, 'Custom'] } : null,
        blockTime: time,
        confirmationStatus: slot <= slotAt({}) ? 'finalized' : 'confirmed',
      }));
    },
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
