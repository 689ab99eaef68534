import type { Network } from '@stablegate/contract';
import { DESCRIPTORS } from '@stablegate/rules/networks';
import { createSimulatedEvm } from '../../../apps/server/test/nodes/evm/evm-chain';
import type { EvmChain } from '../../../apps/server/test/nodes/evm/evm-types';
import { createSimulatedSolana } from '../../../apps/server/test/nodes/solana/solana-chain';
import type { SolanaChain } from '../../../apps/server/test/nodes/solana/solana-types';

type Pace = { readonly transactions: number; readonly finalityDepth: number };
const USUAL: Pace = { transactions: 100, finalityDepth: 5 };
/** Sizes of the mainnets in November 2026; Solana's other transactions touch no account of ours and are left out. */
const PACE: Readonly<Partial<Record<Network, Pace>>> = {
  TRON: { transactions: 250, finalityDepth: 19 },
  BEP20: { transactions: 100, finalityDepth: 3 },
  ERC20: { transactions: 200, finalityDepth: 64 },
  SOLANA: { transactions: 0, finalityDepth: 32 },
};

type AnyChain = EvmChain | SolanaChain;
export type MainnetChain = {
  readonly chain: AnyChain;
  readonly network: Network;
  /** In the next regular block; `mined` gets the hash and the time. */
  pay(to: string, raw: bigint, mined: (txHash: string, atMs: number) => void): void;
  stop(): void;
};

type Waiting = { readonly to: string; readonly raw: bigint; readonly mined: (txHash: string, atMs: number) => void };

function mineNext(chain: AnyChain, waiting: readonly Waiting[], background: number): void {
  const transfers = waiting.map(({ to, raw }) => ({ to, raw }));
  const at = Date.now();
  if (chain.network === 'SOLANA') {
    const { transactions } = chain.mine({ transfers });
    for (const [index, { mined }] of waiting.entries()) mined(transactions[index]?.signature ?? '', at);
    return;
  }
  const { transactions } = chain.mine({ transfers, background });
  // Ours are placed anywhere among the others: identified by their recipients.
  for (const { to, mined } of waiting) {
    const found = transactions.find(({ logs }) => logs.some(({ topics }) => topics[2]?.endsWith(to.slice(2).toLowerCase())));
    mined(found?.hash ?? '', at);
  }
}

/** A chain that mines automatically, at mainnet's rate and size. Recipients are keys, not display addresses. */
export function startMainnet(network: Network): MainnetChain {
  const { transactions, finalityDepth } = PACE[network] ?? USUAL;
  const { blockMs } = DESCRIPTORS[network];
  const chain = network === 'SOLANA' ? createSimulatedSolana({ finalityDepth }) : createSimulatedEvm({ network, finalityDepth });
  let waiting: Waiting[] = [];
  const timer = setInterval(() => {
    const now = waiting;
    waiting = [];
    mineNext(chain, now, transactions);
  }, blockMs);
  return {
    chain,
    network,
    pay: (to, raw, mined) => void waiting.push({ to, raw, mined }),
    stop: () => clearInterval(timer),
  };
}
