import type { PayNetwork } from '@stablegate/contract';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../icons';
import { t } from '../texts';
import { useWallets } from './use-wallets';

/** A separate chunk, requested at the click. */
const WalletPanel = lazy(() => import('./wallet-panel'));

type WalletButtonProps = { transId: string; target: PayNetwork; amount: string; onSent: () => void };

/** Only where there is a wallet for the network: in this browser, or an app that can be reached. */
export function WalletButton({ target, amount, ...rest }: WalletButtonProps) {
  const wallets = useWallets(target);
  const [isOpen, setIsOpen] = useState(false);
  if (wallets.length === 0) return null;
  const button = (
    <button type="button" className="btn btn-primary wallet-button" aria-busy={isOpen} onClick={() => setIsOpen(true)}>
      <Icon name="wallet" />
      {wallets.some(({ family }) => family !== 'walletconnect') ? t('Pay from the wallet in this browser') : t('Pay from a wallet app')}
    </button>
  );
  return isOpen ? (
    <Suspense fallback={button}>
      <WalletPanel key={`${target.network} ${amount}`} {...{ target, amount, wallets }} {...rest} />
    </Suspense>
  ) : (
    button
  );
}
