import type { PayNetwork } from '@stablegate/contract';
import type { PayingWallet } from './browser-wallets';
import type { WalletOutcome } from './outcome';
import { payFromEvmWallet } from './pay-evm';
import { payFromSolanaWallet } from './pay-solana';
import { payFromTronWallet } from './pay-tron';
import type { Pairing } from './wallet-connect';

export type WalletPayment = {
  readonly transId: string;
  readonly target: PayNetwork;
  readonly amount: string;
  /** For a wallet that is an app elsewhere. */
  readonly pairing: Omit<Pairing, 'projectId'>;
};

export async function payFromWallet(wallet: PayingWallet, { transId, target, amount, pairing }: WalletPayment): Promise<WalletOutcome> {
  switch (wallet.family) {
    case 'evm':
      return payFromEvmWallet(wallet.provider, target, amount);
    case 'solana':
      return payFromSolanaWallet(wallet.wallet, transId);
    case 'tron':
      return payFromTronWallet(wallet.provider, target, amount);
    case 'walletconnect':
      try {
        const { payOverWalletConnect } = await import('./wallet-connect');
        return await payOverWalletConnect(target, amount, { ...pairing, projectId: wallet.projectId });
      } catch {
        // Its file or the relay cannot be reached: no wallet was asked for anything.
        return { kind: 'not_ready' };
      }
  }
}
