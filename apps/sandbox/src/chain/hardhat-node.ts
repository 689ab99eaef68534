import { defaultHardhatNetworkParams } from 'hardhat/internal/core/config/default-config.js';
import { createProvider } from 'hardhat/internal/core/providers/construction.js';
import { privateKeyOf, type SandboxAccounts } from './accounts';
import { CHAIN_ID } from './networks';

export type HardhatNode = { readonly request: <T>(method: string, ...params: readonly unknown[]) => Promise<T> };

const GENESIS_BALANCE_WEI = '1000000000000000000000000';

/** Room for 10,000 token transfers, so that all pending ones go into the next block. */
const BLOCK_GAS_LIMIT = 1_000_000_000;

/**
 * One in-process hardhat network, created by hardhat's own factory (the version is pinned) and not through the command line or
 * `require('hardhat')`: no project, no compiler, no telemetry, no network access. Blocks may share a second, as on BSC: otherwise mining
 * ten blocks would push chain time ten seconds ahead.
 */
export async function startHardhatNode(genesisTime: number, accounts: SandboxAccounts): Promise<HardhatNode> {
  const network = {
    ...defaultHardhatNetworkParams,
    chainId: CHAIN_ID,
    blockGasLimit: BLOCK_GAS_LIMIT,
    initialDate: new Date(genesisTime * 1000).toISOString(),
    accounts: [accounts.faucet, ...accounts.payers].map((account) => ({ privateKey: privateKeyOf(account), balance: GENESIS_BALANCE_WEI })),
    mining: { auto: false, interval: 0, mempool: { order: 'fifo' } },
    allowBlocksWithSameTimestamp: true,
    throwOnTransactionFailures: false,
  };
  type Config = Parameters<typeof createProvider>[0];
  const config = { networks: { hardhat: network as Config['networks']['hardhat'] } };
  const provider = await createProvider(config as Config, 'hardhat');
  return {
    request: async <T>(method: string, ...params: readonly unknown[]) => (await provider.request({ method, params: [...params] })) as T,
  };
}
