import type { SolanaLedger } from '../solana/solana-ledger';
import { deriveAccounts } from './accounts';
import { createChain } from './chain';
import type { ChainHead } from './chain-types';
import { contractsOf, signDeployments } from './deploy';
import { createEvmFront } from './fronts/evm-front';
import type { RpcHandler } from './fronts/json-rpc';
import { createSandboxMethods } from './fronts/sandbox-methods';
import { createTronFront } from './fronts/tron-front';
import { createPayments } from './payments';
import { startTicker } from './ticker';

export type StartOptions = {
  readonly dir: string;
  /** Null: a block is mined only per transaction and on demand. */
  readonly blocksEveryMs: number | null;
  readonly clock?: () => number;
  readonly onFatal: (error: unknown) => void;
};

export type RunningChain = {
  readonly evm: RpcHandler;
  readonly tron: RpcHandler;
  readonly solana: RpcHandler;
  readonly solanaLedger: SolanaLedger;
  readonly stop: () => Promise<void>;
};

/** Half a second of loading, concurrent with the EVM node's start. */
async function startSolana(dir: string) {
  const [{ createSolanaLedger }, { createSolanaPayments }, { createSolanaFront }] = await Promise.all([
    import('../solana/solana-ledger'),
    import('../solana/solana-payments'),
    import('../solana/solana-front'),
  ]);
  const ledger = await createSolanaLedger(dir);
  return { ledger, payments: await createSolanaPayments(), createSolanaFront };
}

/** Creates or replays the chain in a directory and starts its three fronts. */
export async function startChain({ dir, blocksEveryMs, clock = Date.now, onFatal }: StartOptions): Promise<RunningChain> {
  const accounts = deriveAccounts();
  const contracts = contractsOf(accounts);
  const deployments = () => signDeployments(accounts);
  const automine = blocksEveryMs === null;
  const solana = startSolana(dir);
  const onHead = async (head: ChainHead) => (await solana).ledger.onHead(head);
  const chain = await createChain({ dir, accounts, deployments, automine, clock, onHead, onFatal }).catch(async (error: unknown) => {
    await (await solana).ledger.close();
    throw error;
  });
  const { ledger, payments: solanaPayments, createSolanaFront } = await solana;
  const payments = createPayments({
    chain,
    accounts,
    contracts,
    solana: solanaPayments,
    solanaLedger: ledger,
    mineSoon: automine ? chain.mineSoon : undefined,
  });
  const sandbox = createSandboxMethods({ chain, accounts, contracts, payments, solanaTokens: solanaPayments.tokens, blocksEveryMs });
  // A block that cannot be mined or written is fatal, and reported by the chain itself.
  const ticker = blocksEveryMs === null ? undefined : startTicker(blocksEveryMs, clock, () => chain.mine(1).catch(() => undefined));
  return {
    evm: createEvmFront(chain, sandbox),
    tron: createTronFront(chain),
    solana: createSolanaFront(ledger, chain),
    solanaLedger: ledger,
    stop: async () => {
      ticker?.stop();
      await chain.close();
      await ledger.close();
    },
  };
}
