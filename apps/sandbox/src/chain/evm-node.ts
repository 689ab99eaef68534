import {
  ContractDecoder,
  EdrContext,
  GENERIC_CHAIN_TYPE,
  genericChainProviderFactory,
  l1GenesisState,
  l1HardforkFromString,
  MineOrdering,
  OSAKA,
} from '@nomicfoundation/edr';
import { hexToBytes } from 'viem';
import type { SandboxAccounts } from './accounts';
import { RpcError } from './chain-types';
import { CHAIN_ID } from './networks';

export type EvmNode = { readonly request: <T>(method: string, ...params: readonly unknown[]) => Promise<T> };

const GENESIS_BALANCE_WEI = 10n ** 24n;

/** Room for 10,000 token transfers, so that all pending ones go into the next block. */
const BLOCK_GAS_LIMIT = 1_000_000_000n;

/** Of a call that names none: the most that a transaction may have since Osaka (EIP-7825). */
const TRANSACTION_GAS_LIMIT = 2n ** 24n;

/** Hardhat's, part of every block's hash: journals that Hardhat wrote are replayed. */
const COINBASE = '0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e';

type Failure = { readonly code: number; readonly message: string; readonly data?: { readonly data?: unknown } };
type Answer = { readonly result?: unknown; readonly error?: Failure };

let context: Promise<EdrContext> | undefined;

/** A process may have only one. */
function engine(): Promise<EdrContext> {
  context ??= (async () => {
    const made = new EdrContext();
    await made.registerProviderFactory(GENERIC_CHAIN_TYPE, genericChainProviderFactory());
    return made;
  })();
  return context;
}

/**
 * One in-process network of EDR, Hardhat's engine: JSON-RPC, blocks on demand, snapshots. Blocks may share a second, as on BSC: otherwise
 * mining ten blocks would push chain time ten seconds ahead.
 */
export async function startEvmNode(genesisTime: number, { faucet, payers }: SandboxAccounts): Promise<EvmNode> {
  const accounts = [faucet, ...payers].map(({ address }) => ({ address: hexToBytes(address), balance: GENESIS_BALANCE_WEI }));
  const config = {
    chainId: BigInt(CHAIN_ID),
    networkId: BigInt(CHAIN_ID),
    hardfork: OSAKA,
    genesisState: [...l1GenesisState(l1HardforkFromString(OSAKA)), ...accounts],
    network: { genesisBlockTime: BigInt(genesisTime), genesisBlockGasLimit: BLOCK_GAS_LIMIT },
    defaultTransactionGasLimit: TRANSACTION_GAS_LIMIT,
    coinbase: hexToBytes(COINBASE),
    minGasPrice: 0n,
    mining: { autoMine: false, blockGasLimit: BLOCK_GAS_LIMIT, memPool: { order: MineOrdering.Fifo } },
    allowBlocksWithSameTimestamp: true,
    allowUnlimitedContractSize: false,
    bailOnCallFailure: true,
    bailOnTransactionFailure: false,
    ownedAccounts: [],
    precompileOverrides: [],
    observability: {},
  };
  const silent = { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => undefined };
  const unheard = { subscriptionCallback: () => undefined };
  const provider = await (await engine()).createProvider(GENERIC_CHAIN_TYPE, config, silent, unheard, new ContractDecoder());
  return {
    request: async <T>(method: string, ...params: readonly unknown[]): Promise<T> => {
      const { data } = await provider.handleRequest(JSON.stringify({ method, params }));
      const { result, error } = (typeof data === 'string' ? JSON.parse(data) : data) as Answer;
      // A reverted call's own data, as nodes answer it, without the engine's account of it.
      if (error) throw new RpcError(error.code, error.message, error.data?.data ?? error.data);
      return result as T;
    },
  };
}
