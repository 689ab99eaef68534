import type { Network } from '@stablegate/rules';
import { DESCRIPTORS } from '@stablegate/rules/networks';
import { type Abi, type Address, encodeDeployData, getContractAddress, type Hex } from 'viem';
import batchSenderArtifact from '../../contracts/artifacts/BatchSender.json';
import testUsdtArtifact from '../../contracts/artifacts/TestUsdt.json';
import type { SandboxAccounts } from './accounts';
import { CHAIN_ID, FAKE_TOKEN_DECIMALS, NODE_NETWORKS } from './networks';
import { FEES } from './transaction-fees';

export const testUsdtAbi = testUsdtArtifact.abi as Abi;
export const batchSenderAbi = batchSenderArtifact.abi as Abi;

type TokenInfo = { readonly contract: Address; readonly decimals: number };
export type SandboxContracts = {
  readonly networks: Readonly<Partial<Record<Network, TokenInfo>>>;
  readonly fakeToken: TokenInfo;
  readonly batchSender: Address;
};

/** A trillion tokens each: no test runs out. The fake token is paid in any network's units, so it is minted for 18 decimals. */
const WHOLE_TOKENS = 10n ** 12n;
const DEPLOY_GAS = 5_000_000n;

type Deployment = { readonly network: Network } | { readonly other: 'fake token' | 'batch sender' };

/**
 * An address follows from deployer and nonce, so every sandbox has the same ones: what the first release deployed, in its order, then each
 * network that came later.
 */
const FIRST_NETWORKS = 4;
const DEPLOYMENTS: readonly Deployment[] = [
  ...NODE_NETWORKS.slice(0, FIRST_NETWORKS).map((network) => ({ network })),
  { other: 'fake token' },
  { other: 'batch sender' },
  ...NODE_NETWORKS.slice(FIRST_NETWORKS).map((network) => ({ network })),
];

export function contractsOf(accounts: SandboxAccounts): SandboxContracts {
  const addressOf = (isIt: (deployment: Deployment) => boolean) =>
    getContractAddress({ from: accounts.faucet.address, nonce: BigInt(DEPLOYMENTS.findIndex(isIt)) });
  const tokenOf = (network: Network): TokenInfo => ({
    contract: addressOf((each) => 'network' in each && each.network === network),
    decimals: DESCRIPTORS[network].decimals,
  });
  const otherOf = (other: string) => addressOf((each) => 'other' in each && each.other === other);
  return {
    networks: Object.fromEntries(NODE_NETWORKS.map((network) => [network, tokenOf(network)])),
    fakeToken: { contract: otherOf('fake token'), decimals: FAKE_TOKEN_DECIMALS },
    batchSender: otherOf('batch sender'),
  };
}

/**
 * Signed transactions of the deployments that the chain has not made yet: all of them on a new one, and a new network's on one that an older
 * version began. The tokens are minted to the payers and the batch sender.
 */
export async function signDeployments(accounts: SandboxAccounts, made: number): Promise<Hex[]> {
  const holders = [...accounts.payers.map((payer) => payer.address), contractsOf(accounts).batchSender];
  const usdt = (decimals: number, supplyDecimals: number) =>
    encodeDeployData({
      abi: testUsdtAbi,
      bytecode: testUsdtArtifact.bytecode as Hex,
      args: [decimals, holders, WHOLE_TOKENS * 10n ** BigInt(supplyDecimals)],
    });
  const codeOf = (deployment: Deployment): Hex => {
    if ('network' in deployment) return usdt(DESCRIPTORS[deployment.network].decimals, DESCRIPTORS[deployment.network].decimals);
    return deployment.other === 'fake token' ? usdt(FAKE_TOKEN_DECIMALS, 18) : (batchSenderArtifact.bytecode as Hex);
  };
  const missing = DEPLOYMENTS.slice(made).map((deployment, index) => ({ data: codeOf(deployment), nonce: made + index }));
  return Promise.all(
    missing.map(({ data, nonce }) =>
      accounts.faucet.signTransaction({ chainId: CHAIN_ID, type: 'eip1559', nonce, data, gas: DEPLOY_GAS, ...FEES }),
    ),
  );
}
