import type { PayNetwork } from '@stablegate/contract';
import { useEffect, useRef, useState } from 'react';
import { shortened } from '../bill/address';
import { CopyButton } from '../bill/copy-button';
import { payNetworks } from '../bill/networks';
import { Icon } from '../icons';
import { t } from '../texts';
import type { PayingWallet } from './browser-wallets';
import type { WalletOutcome } from './outcome';
import { PairingPanel } from './pairing-panel';
import { payFromWallet } from './pay-from-wallet';
import { useReported } from './use-reported';

type Step =
  | { readonly kind: 'choose' }
  | { readonly kind: 'linking'; readonly link: string | undefined }
  | { readonly kind: 'asked'; readonly wallet: string }
  | WalletOutcome;

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
  wallets: readonly PayingWallet[];
  onSent: () => void;
};

/** Loaded when somebody wants it. */
export default function WalletPanel({ transId, target, amount, wallets, onSent }: WalletPanelProps) {
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  const network = payNetworks[target.network].label;
  useReported(transId, target.network, step.kind === 'sent' ? step.txHash : undefined, onSent);
  const linking = useRef<AbortController>(undefined);
  useEffect(() => () => linking.current?.abort(), []);
  const start = async (wallet: PayingWallet) => {
    const abort = new AbortController();
    linking.current = abort;
    const asked = (name: string) => setStep({ kind: 'asked', wallet: name || t('Browser wallet') });
    if (wallet.family === 'walletconnect') setStep({ kind: 'linking', link: undefined });
    else asked(wallet.name);
    const pairing = { onLink: (link: string) => setStep({ kind: 'linking', link }), onConnected: asked, signal: abort.signal };
    const outcome = await payFromWallet(wallet, { transId, target, amount, pairing });
    setStep(abort.signal.aborted ? { kind: 'choose' } : outcome);
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
        {step.kind !== 'asked' && step.kind !== 'choose' && step.kind !== 'linking' && (
          <p className="wallet-refusal">{refusalOf(step.kind, network)}</p>
        )}
      </div>
      {step.kind === 'linking' && <PairingPanel link={step.link} {...{ target, amount }} onCancel={() => linking.current?.abort()} />}
      {step.kind !== 'asked' &&
        step.kind !== 'linking' &&
        wallets.map((wallet) => (
          <button key={wallet.id} type="button" className="btn btn-secondary" onClick={() => void start(wallet)}>
            {t('Pay with {{wallet}}', { wallet: wallet.name || t('Browser wallet') })}
          </button>
        ))}
    </div>
  );
}
