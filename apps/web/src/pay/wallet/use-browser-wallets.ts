import type { PayNetwork } from '@stablegate/contract';
import { useEffect, useState } from 'react';
import { type BrowserWallet, findBrowserWallets } from './browser-wallets';

const NONE: readonly BrowserWallet[] = [];

/** Wallets of this browser that can pay on the network: EIP-1193 covers those with a chain id, except TRON. */
export function useBrowserWallets({ network, chain_id, contract }: PayNetwork): readonly BrowserWallet[] {
  const [wallets, setWallets] = useState(NONE);
  useEffect(() => findBrowserWallets(setWallets), []);
  return network === 'TRON' || chain_id === undefined || contract === undefined ? NONE : wallets;
}
