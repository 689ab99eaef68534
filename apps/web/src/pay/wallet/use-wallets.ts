import type { PayNetwork } from '@stablegate/contract';
import { FAMILY_OF } from '@stablegate/rules';
import { useEffect, useState } from 'react';
import { walletConnectProject } from '../sandbox/runtime-mode';
import { findBrowserWallets, type PayingWallet } from './browser-wallets';

const NONE: readonly PayingWallet[] = [];

/** Wallet apps, where the operator has a project for them; of the networks offered here they pay on the EVM ones. */
const walletApps = (): readonly PayingWallet[] => {
  const projectId = walletConnectProject();
  return projectId === undefined ? NONE : [{ family: 'walletconnect', id: 'walletconnect', name: 'WalletConnect', projectId }];
};

/** Wallets that can pay on the network, if the server has named its token: those of this browser, then apps. */
export function useWallets({ network, contract }: PayNetwork): readonly PayingWallet[] {
  const [wallets, setWallets] = useState(NONE);
  useEffect(() => findBrowserWallets((found) => setWallets([...found, ...walletApps()])), []);
  const families: readonly PayingWallet['family'][] = FAMILY_OF[network] === 'evm' ? ['evm', 'walletconnect'] : [FAMILY_OF[network]];
  return contract === undefined ? NONE : wallets.filter(({ family }) => families.includes(family));
}
