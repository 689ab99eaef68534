import { NETWORK_NAMES, type Network } from '@stablegate/contract';
import { Button, DataTable, EmptyState, Notice, popup } from '@stablegate/ui';
import { Plus, WalletMinimal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { useUrlFlag } from '../../../lib/lists/url-flag';
import { NetworkLogo } from '../../../lib/networks/network-name';
import { useMay } from '../../../lib/session/use-may';
import { useOwnStore } from '../own-store';
import { AddressDialog, type AddressTask } from './address-dialog';
import { freeNetworks } from './networks';
import { WalletCard, walletColumns } from './wallet-row';

export default function AddressesTab() {
  const { t } = useTranslation();
  const { wallets } = useOwnStore();
  const [task, setTask] = useState<AddressTask>();
  const free = freeNetworks(wallets);
  const edit = (wallet: (typeof wallets)[number]) => setTask({ edit: wallet });
  const add = () => {
    const [first] = free;
    if (first !== undefined) return setTask({ add: first });
    void popup({
      icon: 'info',
      title: t('All networks added'),
      text: t('This store already has wallets for all supported networks.'),
      buttonLabel: t('OK'),
    });
  };
  const mayAdd = useMay('secrets');
  // Whoever comes to add one finds the dialog open, once.
  const asked = useUrlFlag('add');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the address bar asks for
  useEffect(() => {
    if (!asked.isOpen) return;
    asked.close();
    if (mayAdd) add();
  }, [asked.isOpen]);
  const addButton = mayAdd && (
    <Button variant="primary" icon={<Plus className="icon" aria-hidden="true" />} onClick={add}>
      {t('Add New Address')}
    </Button>
  );
  return (
    <>
      <div className="address-head">
        <p>{t('Customers pay straight into these addresses. You keep the keys, Stablegate only watches.')}</p>
        {wallets.length > 0 && addButton}
      </div>
      <div className="wallet-rows">
        <DataTable
          caption={t('USDT Receiving Addresses')}
          columns={walletColumns(t, edit)}
          rows={wallets}
          rowKey={({ id }) => id}
          card={(wallet) => <WalletCard wallet={wallet} onEdit={edit} />}
          empty={
            <EmptyState
              bare
              icon={<WalletMinimal className="icon-lg" aria-hidden="true" />}
              title={t('No receiving address yet')}
              text={t('Invoices can be created once the merchant has an address on at least one network.')}
              actions={addButton}
            />
          }
        />
      </div>
      {mayAdd && wallets.length > 0 && free.length > 0 && <MissingNetworks networks={free} onAdd={add} />}
      <div className="mt-4">
        <Notice>
          <p className="text-muted">
            {t(
              'Changing or deleting an address never affects open invoices: they keep the address they were created with, and we keep watching it until they end.',
            )}
          </p>
        </Notice>
      </div>
      <AddressDialog task={task} onClose={() => setTask(undefined)} />
    </>
  );
}

/** Networks without an address, as an offer and not as an error. */
function MissingNetworks({ networks, onAdd }: { networks: readonly Network[]; onAdd: () => void }) {
  const { t, language } = useTranslation();
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(networks.map((network) => NETWORK_NAMES[network]));
  return (
    <div className="add-network">
      <span className="network-logos">
        {networks.map((network) => (
          <NetworkLogo key={network} network={network} />
        ))}
      </span>
      <div className="add-network-text">
        <div className="font-medium">{t('Accept on {{networks}} too', { networks: names })}</div>
        <div className="text-caption text-muted">
          {networks.length === 1
            ? t('The only network without an address')
            : t('{{missing}} networks without an address', { missing: networks.length })}
        </div>
      </div>
      <Button size="sm" icon={<Plus className="icon-sm" aria-hidden="true" />} onClick={onAdd}>
        {t('Add New Address')}
      </Button>
    </div>
  );
}
