import { deriveAccounts } from './accounts';
import { createChain } from './chain';
import { contractsOf, signDeployments } from './deploy';
import { createEvmFront } from './evm-front';
import type { RpcHandler } from './json-rpc';
import { createPayments } from './payments';
import { createSandboxMethods } from './sandbox-methods';
import { startTicker } from './ticker';
import { createTronFront } from './tron-front';

export type StartOptions = {
  readonly dir: string;
  /** Null: a block is mined for each transaction and on demand only. */
  readonly blocksEveryMs: number | null;
  readonly clock?: () => number;
  readonly onFatal: (error: unknown) => void;
};

export type RunningChain = { readonly evm: RpcHandler; readonly tron: RpcHandler; readonly stop: () => Promise<void> };

/** Builds or replays the chain in a directory and puts its two fronts before it. */
export async function startChain({ dir, blocksEveryMs, clock = Date.now, onFatal }: StartOptions): Promise<RunningChain> {
  const accounts = deriveAccounts();
  const contracts = contractsOf(accounts);
  const deployments = () => signDeployments(accounts);
  const chain = await createChain({ dir, accounts, deployments, automine: blocksEveryMs === null, clock, onFatal });
  const payments = createPayments(chain, accounts, contracts);
  const sandbox = createSandboxMethods({ chain, accounts, contracts, payments, blocksEveryMs });
  // A block that cannot be mined or written is fatal, and reported as such by the chain itself.
  const ticker = blocksEveryMs === null ? undefined : startTicker(blocksEveryMs, clock, () => chain.mine(1).catch(() => undefined));
  return {
    evm: createEvmFront(chain, sandbox),
    tron: createTronFront(chain),
    stop: async () => {
      ticker?.stop();
      await chain.close();
    },
  };
}
