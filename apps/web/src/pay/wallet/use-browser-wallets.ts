import type { PayNetwork } from '@stablegate/contract';
import { useEffect, useState } from 'react';
import { type BrowserWallet, familyOf, findBrowserWallets } from './browser-wallets';

const NONE: readonly BrowserWallet[] = [];

/** Wallets of this browser that can pay on the network, if the server has named its token. */
export function useBrowserWallets({ network, contract }: PayNetwork): readonly BrowserWallet[] {
  const [wallets, setWallets] = useState(NONE);
  useEffect(() => findBrowserWallets(setWallets), []);
  return contract === undefined ? NONE : wallets.filter(({ family }) => family === familyOf(network));
}
