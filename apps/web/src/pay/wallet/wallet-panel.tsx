import type { PayNetwork } from '@stablegate/contract';
import { useState } from 'react';
import { shortened } from '../bill/address';
import { CopyButton } from '../bill/copy-button';
import { payNetworks } from '../bill/networks';
import { Icon } from '../icons';
import { t } from '../texts';
import type { BrowserWallet } from './browser-wallets';
import type { WalletOutcome } from './outcome';
import { payFromWallet } from './pay-from-wallet';
import { useReported } from './use-reported';

type Step = { readonly kind: 'choose' } | { readonly kind: 'asked'; readonly wallet: string } | WalletOutcome;

function refusalOf(kind: Exclude<WalletOutcome['kind'], 'sent'>, network: string): string {
  if (kind === 'declined') return t('Declined in the wallet. Nothing was sent.');
  if (kind === 'not_ready') return t('The payment could not be prepared. Nothing was sent. Please try again.');
  if (kind === 'no_network')
    return t('Your wallet is not on {{network}} and did not switch to it. Add the network there, then try again.', { network });
  return t('The wallet gave no clear answer. Look at its history before you try again, so that nothing is sent twice.');
}

type WalletPanelProps = {
  transId: string;
  target: PayNetwork;
  amount: string;
  wallets: readonly BrowserWallet[];
  onSent: () => void;
};

/** Loaded when somebody wants it. */
export default function WalletPanel({ transId, target, amount, wallets, onSent }: WalletPanelProps) {
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  const network = payNetworks[target.network].label;
  useReported(transId, target.network, step.kind === 'sent' ? step.txHash : undefined, onSent);
  const start = async (wallet: BrowserWallet) => {
    setStep({ kind: 'asked', wallet: wallet.name || t('Browser wallet') });
    setStep(await payFromWallet(wallet, { transId, target, amount }));
  };
  if (step.kind === 'sent')
    return (
      <div className="notice n-success wallet-sent" role="status">
        <Icon name="paid" />
        <div>
          <p>{t('Sent. This page shows the payment as soon as the network has it.')}</p>
          <span className="mono" dir="ltr" data-testid="sent-hash" title={step.txHash}>
            {shortened(step.txHash)}
          </span>
        </div>
        <CopyButton text={step.txHash} label={t('Copy')} />
      </div>
    );
  return (
    <div className="wallet-panel">
      <div role="status">
        {step.kind === 'asked' && (
          <p className="with-icon">
            <Icon name="working" size="icon-sm" />
            {t('Confirm in {{wallet}}: {{amount}} USDT on {{network}}.', { wallet: step.wallet, amount, network })}
          </p>
        )}
        {step.kind !== 'asked' && step.kind !== 'choose' && <p className="wallet-refusal">{refusalOf(step.kind, network)}</p>}
      </div>
      {step.kind !== 'asked' &&
        wallets.map((wallet) => (
          <button key={wallet.id} type="button" className="btn btn-secondary" onClick={() => void start(wallet)}>
            {t('Pay with {{wallet}}', { wallet: wallet.name || t('Browser wallet') })}
          </button>
        ))}
    </div>
  );
}
