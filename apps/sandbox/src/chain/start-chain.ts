import type { SolanaLedger } from '../solana/solana-ledger';
import { deriveAccounts } from './accounts';
import { createBlockClock } from './block-clock';
import { type Chain, createChain } from './chain';
import type { ChainHead } from './chain-types';
import { contractsOf, signDeployments } from './deploy';
import { createEvmFront } from './fronts/evm-front';
import type { RpcHandler } from './fronts/json-rpc';
import { createSandboxMethods, NEWS_METHOD } from './fronts/sandbox-methods';
import { createTronFront } from './fronts/tron-front';
import { createNews } from './news';
import { createPayments } from './payments';

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
  const deployments = (made: number) => signDeployments(accounts, made);
  const automine = blocksEveryMs === null;
  const news = createNews();
  const solana = startSolana(dir);
  const onHead = async (head: ChainHead) => (await solana).ledger.onHead(head);
  const chain: Chain = await createChain({
    dir,
    accounts,
    deployments,
    automine,
    clock,
    onHead,
    onFatal,
    onNews: news.tell,
    onPending: () => blocks?.expect(),
  }).catch(async (error: unknown) => {
    await (await solana).ledger.close();
    throw error;
  });
  const { ledger, payments: solanaPayments, createSolanaFront } = await solana;
  const hasPending = () => chain.hasPending() || ledger.hasPending();
  const blocks = automine
    ? undefined
    : createBlockClock({ everyMs: blocksEveryMs, clock, mineEmpty: chain.mineEmpty, mineNext: () => chain.mine(1), hasPending });
  // A block that cannot be mined is fatal, and reported by the chain itself.
  const onPending = () => (blocks === undefined ? void chain.mineSoon().catch(() => undefined) : blocks.expect());
  const payments = createPayments({ chain, accounts, contracts, solana: solanaPayments, solanaLedger: ledger, onPending });
  const sandbox = createSandboxMethods({
    chain,
    accounts,
    contracts,
    payments,
    solanaTokens: solanaPayments.tokens,
    blocksEveryMs,
    news,
  });
  const upToDate =
    (handler: RpcHandler): RpcHandler =>
    async (method, params) => {
      if (method !== NEWS_METHOD) await blocks?.catchUp();
      return handler(method, params);
    };
  return {
    evm: upToDate(createEvmFront(chain, sandbox)),
    tron: upToDate(createTronFront(chain)),
    solana: upToDate(createSolanaFront(ledger, chain, onPending)),
    solanaLedger: ledger,
    stop: async () => {
      blocks?.stop();
      news.stop();
      await chain.close();
      await ledger.close();
    },
  };
}
