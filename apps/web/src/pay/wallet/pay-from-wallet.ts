import type { PayNetwork } from '@stablegate/contract';
import type { BrowserWallet } from './browser-wallets';
import type { WalletOutcome } from './outcome';
import { payFromEvmWallet } from './pay-evm';
import { payFromSolanaWallet } from './pay-solana';
import { payFromTronWallet } from './pay-tron';

export type WalletPayment = { readonly transId: string; readonly target: PayNetwork; readonly amount: string };

export function payFromWallet(wallet: BrowserWallet, { transId, target, amount }: WalletPayment): Promise<WalletOutcome> {
  switch (wallet.family) {
    case 'evm':
      return payFromEvmWallet(wallet.provider, target, amount);
    case 'solana':
      return payFromSolanaWallet(wallet.wallet, transId);
    case 'tron':
      return payFromTronWallet(wallet.provider, target, amount);
  }
}
