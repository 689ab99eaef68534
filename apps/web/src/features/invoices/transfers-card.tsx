import type { InvoiceDetails, InvoiceTransfer } from '@stablegate/contract';
import { Amount, Badge, type Column, DataTable, TruncatedId } from '@stablegate/ui';
import type { TFunction } from 'i18next';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCopyToast } from '../../lib/copy-toast';
import { ExplorerLink, NetworkName } from '../../lib/network-name';
import { TimeAgo } from '../../lib/time-ago';

/** The money that came for this invoice, transfer by transfer. */
export function TransfersCard({ invoice: { transfers } }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  if (transfers.length === 0) return null;
  return (
    <section>
      <h2 className="details-heading">{t('Transfers')}</h2>
      <DataTable
        caption={t('Transfers')}
        columns={columnsOf(t)}
        rows={transfers}
        rowKey={({ id }) => id}
        card={(transfer) => <TransferCard transfer={transfer} />}
      />
    </section>
  );
}

const columnsOf = (t: TFunction): readonly Column<InvoiceTransfer>[] => [
  { id: 'hash', header: t('Transaction hash'), isRowHeader: true, cell: (transfer) => <Hash transfer={transfer} /> },
  { id: 'network', header: t('Network'), cell: ({ network }) => <NetworkName network={network} /> },
  { id: 'from', header: t('Sender address'), cell: ({ fromAddress }) => <TruncatedId value={fromAddress} /> },
  {
    id: 'amount',
    header: t('Amount'),
    align: 'end',
    cell: ({ amount }) => <Amount className="font-medium" value={amount} decimals={6} unit="USDT" />,
  },
  { id: 'state', header: t('Status'), skeleton: 'badge', cell: (transfer) => <TransferState transfer={transfer} /> },
  { id: 'seen', header: t('Seen'), className: 'text-muted', cell: ({ seenAt }) => <TimeAgo at={seenAt} clock="business" /> },
];

function Hash({ transfer: { network, txHash } }: { transfer: InvoiceTransfer }) {
  const { t } = useTranslation();
  const copied = useCopyToast();
  return (
    <span className="copyable">
      <TruncatedId
        value={txHash}
        copyLabel={t('Copy transaction hash')}
        copiedLabel={t('Copied')}
        onCopied={copied.done}
        onFailed={copied.refused}
      />
      <ExplorerLink network={network} what="transaction" id={txHash} />
    </span>
  );
}

function TransferState({ transfer: { state, finalAt } }: { transfer: InvoiceTransfer }) {
  const { t } = useTranslation();
  if (state === 'reorged') {
    return (
      <Badge tone="danger" icon={<CircleX aria-hidden="true" />}>
        {t('Taken back')}
      </Badge>
    );
  }
  return finalAt === null ? (
    <Badge tone="info" icon={<Clock aria-hidden="true" />}>
      {t('Being confirmed')}
    </Badge>
  ) : (
    <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
      {t('Final')}
    </Badge>
  );
}

const TransferCard = ({ transfer }: { transfer: InvoiceTransfer }) => (
  <>
    <Amount className="font-medium" value={transfer.amount} decimals={6} unit="USDT" />
    <span className="justify-self-end">
      <TransferState transfer={transfer} />
    </span>
    <span className="text-caption text-muted">
      <Hash transfer={transfer} />
    </span>
    <span className="justify-self-end text-caption text-muted">
      <TimeAgo at={transfer.seenAt} clock="business" />
    </span>
  </>
);
