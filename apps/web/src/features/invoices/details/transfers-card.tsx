import type { AttachedTransferWire, InvoiceDetails } from '@stablegate/contract';
import { Amount, Badge, Button, type Column, DataTable, TruncatedId } from '@stablegate/ui';
import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide-react';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { NetworkName } from '../../../lib/networks/network-name';
import { TimeAgo } from '../../../lib/time/time-ago';
import { TransactionHash } from '../../../lib/transaction-hash';
import { useUndoPart } from './use-invoice-actions';

/** The invoice's transfers. */
export function TransfersCard({ invoice }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  const { transfers } = invoice;
  const canUndo = transfers.some((transfer) => transfer.canUndo);
  if (transfers.length === 0) return null;
  return (
    <section>
      <h2 className="details-heading">{t('Transfers')}</h2>
      <DataTable
        caption={t('Transfers')}
        columns={canUndo ? [...columnsOf(t), undoColumn(t, invoice)] : columnsOf(t)}
        rows={transfers}
        rowKey={({ id }) => id}
        card={(transfer) => <TransferCard transfer={transfer} invoice={invoice} />}
      />
    </section>
  );
}

const columnsOf = (t: TFunction): readonly Column<AttachedTransferWire>[] => [
  {
    id: 'hash',
    header: t('Transaction hash'),
    isRowHeader: true,
    cell: (transfer) => <TransactionHash network={transfer.network} txHash={transfer.txHash} />,
  },
  { id: 'network', header: t('Network'), cell: ({ network }) => <NetworkName network={network} /> },
  { id: 'from', header: t('Sender address'), cell: ({ fromAddress }) => <TruncatedId value={fromAddress} /> },
  {
    id: 'amount',
    header: t('Amount'),
    align: 'end',
    cell: ({ amount }) => <Amount className="font-medium" value={amount} decimals={6} unit="USDT" />,
  },
  { id: 'why', header: t('Matched by'), className: 'text-muted matched-by', cell: ({ matchedBy }) => matchedWord(t, matchedBy) },
  { id: 'state', header: t('Status'), skeleton: 'badge', cell: (transfer) => <TransferState transfer={transfer} /> },
  { id: 'seen', header: t('Seen'), className: 'text-muted', cell: ({ seenAt }) => <TimeAgo at={seenAt} clock="business" /> },
];

const undoColumn = (t: TFunction, invoice: InvoiceDetails): Column<AttachedTransferWire> => ({
  id: 'undo',
  header: t('Action'),
  align: 'end',
  cell: (transfer) => <UndoButton transfer={transfer} invoice={invoice} isBare />,
});

/** Why it belongs to this invoice: the merchant undoes a guess more readily than an exact payment. */
function matchedWord(t: TFunction, by: AttachedTransferWire['matchedBy']): string {
  const words = { exact: t('Exact amount'), part: t('Nearly the amount'), hand: t('Assigned manually'), signed: t('Signed by the sender') };
  return words[by];
}

type UndoButtonProps = { transfer: AttachedTransferWire; invoice: InvoiceDetails; isBare?: boolean };

/** Without its icon in the table, whose columns need the room. */
function UndoButton({ transfer, invoice, isBare = false }: UndoButtonProps) {
  const { t } = useTranslation();
  const undo = useUndoPart(invoice, transfer);
  if (!transfer.canUndo) return null;
  return (
    <Button
      size="sm"
      busy={undo.isBusy}
      {...(!isBare && { icon: <Undo2 className="icon-sm" aria-hidden="true" /> })}
      onClick={() => void undo.run()}
    >
      {t('Remove from invoice')}
    </Button>
  );
}

function TransferState({ transfer: { state, finalAt } }: { transfer: AttachedTransferWire }) {
  const { t } = useTranslation();
  if (state === 'reorged') {
    return (
      <Badge tone="danger" icon={<CircleX aria-hidden="true" />}>
        {t('Reversed')}
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

const TransferCard = ({ transfer, invoice }: { transfer: AttachedTransferWire; invoice: InvoiceDetails }) => (
  <>
    <Amount className="font-medium" value={transfer.amount} decimals={6} unit="USDT" />
    <span className="justify-self-end">
      <TransferState transfer={transfer} />
    </span>
    <span className="text-caption text-muted">
      <TransactionHash network={transfer.network} txHash={transfer.txHash} />
    </span>
    <span className="justify-self-end text-caption text-muted">
      <TimeAgo at={transfer.seenAt} clock="business" />
    </span>
    {transfer.canUndo && (
      <span className="col-span-2 grid pt-2">
        <UndoButton transfer={transfer} invoice={invoice} />
      </span>
    )}
  </>
);
