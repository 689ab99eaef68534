import type { Store } from '@stablegate/contract';
import { Button, type Column, IconButton, MenuItem, MenuLine, Tooltip } from '@stablegate/ui';
import { Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { IfMay } from '../../lib/session/if-may';
import { TimeAgo } from '../../lib/time/time-ago';
import { MaskedApiKey, MerchantId } from './copyable';
import { RowMenu } from './row-menu';
import { StoreStatus } from './store-status';
import { useDeleteStore, useResetApiKey } from './use-store-actions';

export const manageHref = ({ id }: Pick<Store, 'id'>): string => `/manage-merchant?id=${encodeURIComponent(id)}`;

export const storeColumns = (t: TFunction): readonly Column<Store>[] => [
  { id: 'name', header: t('Name'), isRowHeader: true, skeleton: 'lg', cell: (store) => <NameLink store={store} /> },
  { id: 'merchantId', header: t('Merchant ID'), cell: ({ merchantId }) => <MerchantId value={merchantId} /> },
  { id: 'apiKey', header: t('API Key'), skeleton: 'lg', cell: (store) => <ApiKeyCell store={store} /> },
  {
    id: 'status',
    header: t('Status'),
    skeleton: 'badge',
    cell: ({ status, hasAddress }) => <StoreStatus status={status} hasAddress={hasAddress} />,
  },
  { id: 'created', header: t('Created'), className: 'text-muted', cell: ({ time }) => <TimeAgo at={time} clock="business" /> },
  { id: 'actions', header: '', headerLabel: t('Actions'), align: 'end', skeleton: 'sm', cell: (store) => <Actions store={store} /> },
];

const NameLink = ({ store }: { store: Store }) => (
  <Link to={manageHref(store)} className="merchant-name cut-name link link-quiet" title={store.name}>
    {store.name}
  </Link>
);

function ApiKeyCell({ store }: { store: Store }) {
  const { t } = useTranslation();
  const reset = useResetApiKey(store);
  return (
    <span className="copyable">
      <MaskedApiKey value={store.apiKey} />
      <IfMay permission="secrets">
        <Button
          size="sm"
          aria-label={t('Reset the API key of {{name}}', { name: store.name })}
          busy={reset.isBusy}
          onClick={() => void reset.run()}
        >
          {t('Reset')}
        </Button>
      </IfMay>
    </span>
  );
}

function Actions({ store }: { store: Store }) {
  const { t } = useTranslation();
  const remove = useDeleteStore(store);
  return (
    <>
      <Tooltip text={t('Edit')}>
        <Link to={manageHref(store)} className="icon-btn" aria-label={t('Edit {{name}}', { name: store.name })}>
          <Pencil className="icon" aria-hidden="true" />
        </Link>
      </Tooltip>
      <IfMay permission="secrets">
        <IconButton
          label={t('Delete {{name}}', { name: store.name })}
          tooltip={t('Delete')}
          disabled={remove.isBusy}
          icon={<Trash2 className="icon" aria-hidden="true" />}
          onClick={() => void remove.run()}
        />
      </IfMay>
    </>
  );
}

/** A row on a phone: name and status first, then its ids, the actions in a menu. */
export function StoreCard({ store }: { store: Store }) {
  const { t } = useTranslation();
  return (
    <>
      <NameLink store={store} />
      <span className="justify-self-end">
        <StoreStatus status={store.status} hasAddress={store.hasAddress} />
      </span>
      <div className="merchant-card-ids">
        <span>
          {t('Merchant ID')} <MerchantId value={store.merchantId} />
        </span>
        <span>
          {t('API Key')} <MaskedApiKey value={store.apiKey} />
        </span>
        <span>
          {t('Created')} <TimeAgo at={store.time} clock="business" />
        </span>
      </div>
      <span className="justify-self-end">
        <CardMenu store={store} />
      </span>
    </>
  );
}

function CardMenu({ store }: { store: Store }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const reset = useResetApiKey(store);
  const remove = useDeleteStore(store);
  return (
    <RowMenu name={store.name}>
      {(ask) => (
        <>
          <MenuItem icon={<Pencil className="icon" aria-hidden="true" />} onSelect={() => void navigate(manageHref(store))}>
            {t('Edit')}
          </MenuItem>
          <IfMay permission="secrets">
            <MenuItem icon={<RotateCcw className="icon" aria-hidden="true" />} disabled={reset.isBusy} onSelect={ask(reset.run)}>
              {t('Reset API Key')}
            </MenuItem>
            <MenuLine />
            <MenuItem danger icon={<Trash2 className="icon" aria-hidden="true" />} disabled={remove.isBusy} onSelect={ask(remove.run)}>
              {t('Delete')}
            </MenuItem>
          </IfMay>
        </>
      )}
    </RowMenu>
  );
}
