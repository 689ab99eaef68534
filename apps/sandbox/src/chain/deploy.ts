import { type Abi, type Address, encodeDeployData, getContractAddress, type Hex } from 'viem';
import batchSenderArtifact from '../../contracts/artifacts/BatchSender.json';
import testUsdtArtifact from '../../contracts/artifacts/TestUsdt.json';
import type { SandboxAccounts } from './accounts';
import { CHAIN_ID, FAKE_TOKEN_DECIMALS, SANDBOX_NETWORKS, type SandboxNetwork, USDT_DECIMALS } from './networks';
import { FEES } from './transaction-fees';

export const testUsdtAbi = testUsdtArtifact.abi as Abi;
export const batchSenderAbi = batchSenderArtifact.abi as Abi;

type TokenInfo = { readonly contract: Address; readonly decimals: number };
export type SandboxContracts = {
  readonly networks: Readonly<Record<SandboxNetwork, TokenInfo>>;
  readonly fakeToken: TokenInfo;
  readonly batchSender: Address;
};

/** A trillion tokens each: no test runs out. The fake token is paid in any network's units, so it is minted for 18 decimals. */
const WHOLE_TOKENS = 10n ** 12n;
const DEPLOY_GAS = 5_000_000n;

/**
 * An address follows from deployer and nonce, so every sandbox has the same ones: networks in order, then the fake token, then the sender.
 */
export function contractsOf(accounts: SandboxAccounts): SandboxContracts {
  const contract = (nonce: number) => getContractAddress({ from: accounts.faucet.address, nonce: BigInt(nonce) });
  const networks = Object.fromEntries(
    SANDBOX_NETWORKS.map((network, nonce) => [network, { contract: contract(nonce), decimals: USDT_DECIMALS[network] }]),
  ) as Record<SandboxNetwork, TokenInfo>;
  const fakeToken = { contract: contract(SANDBOX_NETWORKS.length), decimals: FAKE_TOKEN_DECIMALS };
  return { networks, fakeToken, batchSender: contract(SANDBOX_NETWORKS.length + 1) };
}

/** The signed transactions of the first block. The tokens are minted to the payers and the batch sender on deployment. */
export async function signDeployments(accounts: SandboxAccounts): Promise<Hex[]> {
  const holders = [...accounts.payers.map((payer) => payer.address), contractsOf(accounts).batchSender];
  const usdt = (decimals: number, supplyDecimals: number) =>
    encodeDeployData({
      abi: testUsdtAbi,
      bytecode: testUsdtArtifact.bytecode as Hex,
      args: [decimals, holders, WHOLE_TOKENS * 10n ** BigInt(supplyDecimals)],
    });
  const codes = [
    ...SANDBOX_NETWORKS.map((network) => usdt(USDT_DECIMALS[network], USDT_DECIMALS[network])),
    usdt(FAKE_TOKEN_DECIMALS, 18),
    batchSenderArtifact.bytecode as Hex,
  ];
  return Promise.all(
    codes.map((data, nonce) =>
      accounts.faucet.signTransaction({ chainId: CHAIN_ID, type: 'eip1559', nonce, data, gas: DEPLOY_GAS, ...FEES }),
    ),
  );
}
