import type { PayNetwork } from '@stablegate/contract';
import { PayQr } from '../bill/address-card';
import { CopyButton } from '../bill/copy-button';
import { payNetworks } from '../bill/networks';
import { Icon } from '../icons';
import { t } from '../texts';

type PairingPanelProps = { link: string | undefined; target: PayNetwork; amount: string; onCancel: () => void };

/** How a wallet app is connected: scanned from another screen, opened on this one, or pasted into the app. */
export function PairingPanel({ link, target: { network }, amount, onCancel }: PairingPanelProps) {
  const { label } = payNetworks[network];
  return (
    <div className="pairing">
      {link === undefined ? (
        <p className="with-icon" role="status">
          <Icon name="working" size="icon-sm" />
          {t('Connecting to WalletConnect…')}
        </p>
      ) : (
        <>
          <p role="status">
            {t('Scan this code with your wallet app, or open the app on this phone. Then confirm {{amount}} USDT on {{network}} there.', {
              amount,
              network: label,
            })}
          </p>
          <PayQr text={link} network={network} label={t('QR code for WalletConnect')} />
          <div className="pairing-ways">
            <a className="btn btn-secondary" href={link}>
              {t('Open wallet app')}
            </a>
            <CopyButton text={link} label={t('Copy link')} />
          </div>
        </>
      )}
      <button type="button" className="btn btn-secondary" onClick={onCancel}>
        {t('Cancel')}
      </button>
    </div>
  );
}
