import { parseMicros, unitsOfMicros } from './money';
import { FAMILY_OF, type Network } from './networks/names.generated';

/** As the payment view names its facts; undefined where the server knows none. */
export type WalletTarget = {
  readonly network: Network;
  readonly address: string;
  readonly contract?: string | undefined;
  readonly decimals?: number | undefined;
  readonly chain_id?: number | undefined;
};

/**
 * EVM: EIP-681, a token transfer of the exact amount. Solana: Solana Pay. For TRON no standard names a token, and wallets take an amount
 * for TRX: there the link contains only the address. A wallet sends whatever contract the link names on the chain it names, so both come
 * from the server; without them there is no link.
 */
export function walletLink({ network, address, contract, decimals, chain_id }: WalletTarget, amount: string): string | undefined {
  const family = FAMILY_OF[network];
  if (family === 'tron') return `tron:${address}`;
  if (contract === undefined) return undefined;
  if (family === 'solana') return `solana:${address}?amount=${amount}&spl-token=${contract}`;
  const micros = parseMicros(amount);
  if (chain_id === undefined || decimals === undefined || micros === undefined) return undefined;
  const units = unitsOfMicros(micros, decimals);
  return `ethereum:${contract}@${chain_id}/transfer?address=${address}&uint256=${units}`;
}
