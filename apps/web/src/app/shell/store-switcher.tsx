import type { Store } from '@stablegate/contract';
import { Avatar, Menu, MenuChoices, MenuItem, MenuLine } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown, type LucideIcon, Plus, Store as StoreIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { storesQuery } from '../../lib/api/stores.queries';
import { useTranslation } from '../../lib/i18n/texts';
import { IfMay } from '../../lib/session/if-may';
import { storeAddress, storesInView } from '../store-choice';
import { SwitcherSkeleton } from './switcher-skeleton';

/** Not a store id. */
const ALL = 'all';

/** Which store's data the page shows, and the switch to another. Without a store, `otherwise` is shown. */
export default function StoreSwitcher({ otherwise }: { otherwise: ReactNode }) {
  const stores = useQuery(storesQuery);
  if (stores.isPending) return <SwitcherSkeleton />;
  return stores.data === undefined || stores.data.length === 0 ? otherwise : <Switcher stores={stores.data} />;
}

function Switcher({ stores }: { stores: readonly Store[] }) {
  const { t } = useTranslation();
  const location = useLocation();
  const navigate = useNavigate();
  const shown = storesInView(stores, location);
  const [only] = shown.length === 1 ? shown : [];
  const isAll = only === undefined && shown.length === stores.length;
  const words = only?.name ?? (isAll ? t('All merchants') : t('{{some}} of {{all}} merchants', { some: shown.length, all: stores.length }));
  const choose = (id: string) => {
    const store = stores.find((each) => each.id === id);
    void navigate(storeAddress(store, location));
  };
  const all = { value: ALL, label: t('All merchants'), icon: <PlainMark Icon={StoreIcon} /> };
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="store-switch">
          <span className="sr-only">{t('Merchant')}: </span>
          {only === undefined ? <PlainMark Icon={StoreIcon} /> : <StoreMark name={only.name} />}
          <span className="truncate">{words}</span>
          <ChevronsUpDown className="icon-sm" aria-hidden="true" />
        </button>
      }
    >
      <MenuChoices
        value={only?.id ?? (isAll ? ALL : '')}
        onChange={choose}
        choices={[all, ...stores.map(({ id, name }) => ({ value: id, label: <StoreName name={name} />, icon: <StoreMark name={name} /> }))]}
      />
      <IfMay permission="stores">
        <MenuLine />
        <MenuItem icon={<PlainMark Icon={Plus} />} onSelect={() => void navigate('/merchants?new=1')}>
          {t('Add New Merchant')}
        </MenuItem>
      </IfMay>
    </Menu>
  );
}

const StoreMark = ({ name }: { name: string }) => <Avatar name={name} shape="square" size="sm" />;
const StoreName = ({ name }: { name: string }) => <span className="store-switch-name truncate">{name}</span>;

/** As wide as a store's letter, so that the names are aligned. */
const PlainMark = ({ Icon }: { Icon: LucideIcon }) => (
  <span className="store-switch-plain">
    <Icon className="icon" aria-hidden="true" />
  </span>
);
