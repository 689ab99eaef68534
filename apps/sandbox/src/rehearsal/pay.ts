import { NETWORKS } from '@stablegate/contract';
import { PRESELECTED_NETWORK, parseMicros, unitsOfMicros } from '@stablegate/rules';
import { createChainClient } from '../controls/chain-client';
import type { SandboxInfo } from '../networks/sandbox-networks';

/** Sends test USDT to an address, as a customer would from a wallet. Returns the transaction. */
export async function pay(chainUrl: string, [network, to, amount]: readonly string[]): Promise<string> {
  const known = NETWORKS.find((name) => name === network);
  const micros = parseMicros(amount ?? '');
  if (known === undefined || to === undefined || micros === undefined)
    throw new Error(
      `pay needs a network (${NETWORKS.join(', ')}), an address and an amount, such as: pay ${PRESELECTED_NETWORK} 0x… 10.05`,
    );
  const chain = createChainClient(chainUrl);
  const info = await chain.call<SandboxInfo>('sandbox_info');
  const decimals = info.networks[known]?.decimals ?? 0;
  const amountRaw = unitsOfMicros(micros, decimals).toString();
  const { txHash } = await chain.call<{ txHash: string }>('sandbox_transfer', { network: known, to, amountRaw });
  return txHash;
}
