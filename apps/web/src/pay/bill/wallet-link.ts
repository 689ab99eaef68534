import type { PayNetwork } from '@stablegate/contract';
import { unitsOfMicros } from '@stablegate/rules';
import { toMicros } from '../micros';

/**
 * EVM: EIP-681, a token transfer of the exact amount. Solana: Solana Pay. For TRON no standard names a token, and wallets take an amount
 * for TRX: there the link contains only the address. A wallet sends whatever contract the link names on the chain it names, so both come
 * from the server; without them there is no link.
 */
export function walletLink({ network, address, contract, decimals, chain_id }: PayNetwork, amount: string): string | undefined {
  if (network === 'TRON') return `tron:${address}`;
  if (contract === undefined) return undefined;
  if (network === 'SOLANA') return `solana:${address}?amount=${amount}&spl-token=${contract}`;
  if (chain_id === undefined || decimals === undefined) return undefined;
  const units = unitsOfMicros(toMicros(amount), decimals);
  return `ethereum:${contract}@${chain_id}/transfer?address=${address}&uint256=${units}`;
}
