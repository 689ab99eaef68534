import type { Network } from '@stablegate/contract';
import { FAMILY_OF } from '@stablegate/rules';

const HEX = /^(?:0x)?([0-9a-f]{64})$/i;
const BASE58_SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,90}$/;

/** The stored form; undefined when it cannot be a transaction of this network. TRON explorers omit 0x. */
export function normaliseTxHash(network: Network, txHash: string): string | undefined {
  if (FAMILY_OF[network] === 'solana') return BASE58_SIGNATURE.test(txHash) ? txHash : undefined;
  const [, digits] = HEX.exec(txHash) ?? [];
  return digits === undefined ? undefined : `0x${digits.toLowerCase()}`;
}
