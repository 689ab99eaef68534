import { NETWORK_NAMES, type Wallet } from '@stablegate/contract';
import { FEE_PERCENT } from '@stablegate/rules';
import { Badge, type Column, CopyButton, IconButton } from '@stablegate/ui';
import { Pencil, Trash2 } from 'lucide-react';
import { shownPercent } from '../../../lib/i18n/format';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { ExplorerLink, NetworkName } from '../../../lib/networks/network-name';
import { useMay } from '../../../lib/session/use-may';
import { useAnnounce } from '../use-announce';
import { useDeleteWallet } from '../use-store-actions';
import { PendingAddress } from './pending-address';

/** Specification 2, section 2. */
const fee = (): string => `${shownPercent(FEE_PERCENT)} $`;

type Edit = (wallet: Wallet) => void;

export const walletColumns = (t: TFunction, onEdit: Edit): readonly Column<Wallet>[] => [
  { id: 'network', header: t('Network'), isRowHeader: true, cell: ({ network }) => <NetworkName network={network} /> },
  { id: 'address', header: t('Address'), cell: (wallet) => <FullAddress wallet={wallet} /> },
  { id: 'fee', header: t('Fee'), align: 'end', className: 'num', cell: fee },
  {
    id: 'actions',
    header: '',
    headerLabel: t('Actions'),
    align: 'end',
    cell: (wallet) => <Actions wallet={wallet} size="sm" onEdit={onEdit} />,
  },
];

export const WalletCard = ({ wallet, onEdit }: { wallet: Wallet; onEdit: Edit }) => (
  <>
    <NetworkName network={wallet.network} />
    <span className="num justify-self-end text-muted">{fee()}</span>
    <span className="wallet-address">
      <FullAddress wallet={wallet} />
    </span>
    <span className="wallet-actions">
      <Actions wallet={wallet} size="md" onEdit={onEdit} />
    </span>
  </>
);

/** Never shortened: where an address is managed, every character counts. */
function FullAddress({ wallet }: { wallet: Wallet }) {
  const { network, address, proven, busy } = wallet;
  const { t } = useTranslation();
  const announce = useAnnounce();
  return (
    <>
      <span className="mono" dir="ltr">
        {address}
      </span>{' '}
      <CopyButton
        className="copy-inline"
        value={address}
        label={t('Copy address')}
        copiedLabel={t('Copied')}
        onCopied={() => announce.copied(t('Address copied to clipboard'))}
        onFailed={announce.copyRefused}
      />
      <ExplorerLink network={network} what="address" id={address} />
      {(proven || busy) && (
        <span className="wallet-marks">
          {proven && <Badge tone="success">{t('Ownership proven')}</Badge>}
          {busy && <Badge tone="info">{t('Very busy')}</Badge>}
        </span>
      )}
      <PendingAddress wallet={wallet} />
    </>
  );
}

function Actions({ wallet, size, onEdit }: { wallet: Wallet; size: 'sm' | 'md'; onEdit: Edit }) {
  const { t } = useTranslation();
  const remove = useDeleteWallet(wallet);
  const name = NETWORK_NAMES[wallet.network];
  if (!useMay('secrets')) return null;
  return (
    <>
      <IconButton
        size={size}
        label={t('Edit {{network}} address', { network: name })}
        tooltip={t('Edit')}
        icon={<Pencil className="icon" aria-hidden="true" />}
        onClick={() => onEdit(wallet)}
      />
      <IconButton
        size={size}
        label={t('Delete {{network}} address', { network: name })}
        tooltip={t('Delete')}
        disabled={remove.isBusy}
        icon={<Trash2 className="icon" aria-hidden="true" />}
        onClick={() => void remove.run()}
      />
    </>
  );
}
