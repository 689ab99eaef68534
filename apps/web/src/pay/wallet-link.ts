import type { Network } from '@stablegate/contract';
import { toMicros } from './micros';

type Token = { readonly chainId: number; readonly contract: string; readonly decimals: number };

/** USDT on the main networks, pinned: a wallet sends whatever contract the link names. The same as in the server's network profiles. */
const tokens: Partial<Record<Network, Token>> = {
  BEP20: { chainId: 56, contract: '0x55d398326f99059fF775485246999027B3197955', decimals: 18 },
  ERC20: { chainId: 1, contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
  POLYGON: { chainId: 137, contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', decimals: 6 },
};
const SOLANA_MINT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
const MICRO_PLACES = 6;

/**
 * EVM: EIP-681, a transfer of the token and the exact amount. Solana: Solana Pay. For TRON no standard names a token, and wallets take
 * an amount for TRX: there the link opens the address alone.
 */
export function walletLink(network: Network, address: string, amount: string): string {
  if (network === 'SOLANA') return `solana:${address}?amount=${amount}&spl-token=${SOLANA_MINT}`;
  const token = tokens[network];
  if (token === undefined) return `tron:${address}`;
  const units = toMicros(amount) * 10n ** BigInt(token.decimals - MICRO_PLACES);
  return `ethereum:${token.contract}@${token.chainId}/transfer?address=${address}&uint256=${units}`;
}
