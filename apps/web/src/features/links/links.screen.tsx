import type { PaymentLink } from '@stablegate/contract';
import { Amount, Button, type Column, CopyButton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { useCopyToast } from '../../lib/copy-toast';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { localList } from '../../lib/lists/list-state';
import { ListView } from '../../lib/lists/list-view';
import { usePageTitle } from '../../lib/page-title';
import { IfMay } from '../../lib/session/if-may';
import { LinkDialog, type LinkTask } from './link-dialog';
import { LinkMenu } from './link-menu';
import { LinkStateBadge } from './link-state';
import { linksQuery } from './links.queries';
import './links.css';

type OnTask = (task: LinkTask) => void;

export default function LinksScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Payment links'));
  const links = useQuery(linksQuery);
  const [task, setTask] = useState<LinkTask>();
  const newButton = (
    <IfMay permission="invoices">
      <Button variant="primary" icon={<Plus className="icon" aria-hidden="true" />} onClick={() => setTask('new')}>
        {t('New payment link')}
      </Button>
    </IfMay>
  );
  return (
    <>
      <div className="page-head">
        <div>
          <h1 className="page-title">{t('Payment links')}</h1>
          <p className="text-muted">{t('One link for many customers. Each payment becomes an invoice.')}</p>
        </div>
        {links.data?.length !== 0 && newButton}
      </div>
      <ListView
        list={localList(links, links.data)}
        failure={t('Your payment links could not be loaded')}
        look={{
          caption: t('Payment links'),
          columns: columnsOf(t, setTask),
          rowKey: ({ id }) => id,
          card: (link) => <LinkCard link={link} onTask={setTask} sold={t('Sold')} />,
          skeletonRows: 3,
          cardLines: 3,
        }}
        empty={{
          icon: <Link2 className="icon-lg" aria-hidden="true" />,
          title: t('No payment links yet'),
          text: t('Make a link once and share it on a website, in a chat or on a poster.'),
          actions: newButton,
        }}
      />
      <LinkDialog task={task} onClose={() => setTask(undefined)} />
    </>
  );
}

const columnsOf = (t: TFunction, onTask: OnTask): readonly Column<PaymentLink>[] => [
  { id: 'name', header: t('Name'), isRowHeader: true, skeleton: 'lg', skeletonLines: 2, cell: (link) => <Name link={link} /> },
  { id: 'amount', header: t('Amount'), align: 'end', cell: (link) => <Price link={link} /> },
  { id: 'sold', header: t('Sold'), align: 'end', className: 'num', cell: (link) => <Sold link={link} /> },
  { id: 'status', header: t('Status'), skeleton: 'badge', cell: ({ state }) => <LinkStateBadge state={state} /> },
  {
    id: 'actions',
    header: '',
    headerLabel: t('Actions'),
    align: 'end',
    skeleton: 'sm',
    cell: (link) => <Actions link={link} onTask={onTask} />,
  },
];

/** Left to right everywhere: the other way round, five of twelve would read as twelve of five. */
const Sold = ({ link: { paid, stock } }: { link: PaymentLink }) => <bdi dir="ltr">{stock === null ? paid : `${paid} / ${stock}`}</bdi>;

const Name = ({ link: { name, storeName } }: { link: PaymentLink }) => (
  <span className="link-name">
    <bdi className="block truncate font-medium">{name}</bdi>
    <bdi className="block truncate text-caption text-muted">{storeName}</bdi>
  </span>
);

function Price({ link: { amount } }: { link: PaymentLink }) {
  const { t } = useTranslation();
  return amount === null ? <span className="text-muted">{t('Customer chooses')}</span> : <Amount value={amount} decimals={4} unit="USDT" />;
}

function Actions({ link, onTask }: { link: PaymentLink; onTask: OnTask }) {
  const { t } = useTranslation();
  const copied = useCopyToast();
  return (
    <span className="link-actions">
      <CopyButton
        value={link.url}
        label={t('Copy payment link')}
        copiedLabel={t('Copied')}
        onCopied={copied.done}
        onFailed={copied.refused}
      />
      <LinkMenu link={link} onEdit={() => onTask({ change: link })} />
    </span>
  );
}

const LinkCard = ({ link, onTask, sold }: { link: PaymentLink; onTask: OnTask; sold: string }) => (
  <div className="link-card">
    <Name link={link} />
    <Actions link={link} onTask={onTask} />
    <Price link={link} />
    <span className="link-card-state">
      <span className="num text-muted">
        {sold} <Sold link={link} />
      </span>{' '}
      <LinkStateBadge state={link.state} />
    </span>
  </div>
);
