import { bankInboxApi, type UnmatchedBankTransfer } from '@stablegate/contract';
import { Button, type Column } from '@stablegate/ui';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../lib/api/api';
import { AdminList } from '../list/admin-list';
import { AdminTime } from '../list/admin-time';
import { ExpandableText } from '../list/expandable-text';
import { useAdminList, withPaging } from '../list/use-admin-list';
import { AssignDialog } from './assign-dialog';
import { reasonTexts, Vnd } from './transfer-reasons';
import './bank-inbox.css';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';

const schema = withPaging(z.object({}));
const CONTENT_MAX = 25;
const ID_MAX = 10;

type AssignCell = (transfer: UnmatchedBankTransfer) => void;

const columnsOf = (t: TFunction, onAssign: AssignCell): readonly Column<UnmatchedBankTransfer>[] => [
  {
    id: 'transaction',
    header: t('Transfer ID'),
    isRowHeader: true,
    cell: ({ provider, transactionId }) => (
      <>
        {provider} <ExpandableText value={transactionId} max={ID_MAX} mono />
      </>
    ),
  },
  { id: 'amount', header: t('Amount (VND)'), align: 'end', cell: ({ amountVnd }) => <Vnd amount={amountVnd} isBare /> },
  { id: 'content', header: t('Transfer content'), cell: ({ content }) => <ExpandableText value={content} max={CONTENT_MAX} /> },
  { id: 'account', header: t('Receiving account'), cell: ({ account }) => <span className="mono">{account}</span> },
  { id: 'reason', header: t('Waiting because'), cell: ({ reason }) => reasonTexts(t)[reason] },
  { id: 'time', header: t('Time'), cell: ({ receivedAt }) => <AdminTime at={receivedAt} /> },
  {
    id: 'action',
    header: '',
    headerLabel: t('Actions'),
    align: 'end',
    cell: (transfer) => (
      <Button size="sm" aria-label={t('Assign to an invoice')} onClick={() => onAssign(transfer)}>
        {t('Assign')}
      </Button>
    ),
  },
];

function TransferCard({ transfer, onAssign }: { transfer: UnmatchedBankTransfer; onAssign: AssignCell }) {
  const { t } = useTranslation();
  return (
    <>
      <Vnd amount={transfer.amountVnd} />
      <span className="justify-self-end text-caption">
        <AdminTime at={transfer.receivedAt} />
      </span>
      <span className="text-caption text-muted wrap-anywhere">{transfer.content}</span>
      <span className="justify-self-end text-caption text-muted">{reasonTexts(t)[transfer.reason]}</span>
      <Button className="inbox-action" onClick={() => onAssign(transfer)}>
        {t('Assign to an invoice')}
      </Button>
    </>
  );
}

export default function BankInboxScreen() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<UnmatchedBankTransfer>();
  const list = useAdminList({
    name: 'bank-inbox',
    schema,
    load: async (query, signal) => {
      const { transfers, ...paging } = (await call(bankInboxApi.list, { query, signal })).data;
      return { content: transfers, ...paging };
    },
  });
  return (
    <>
      <AdminList
        title={t('Unmatched bank transfers')}
        list={list}
        columns={columnsOf(t, setChosen)}
        rowKey={({ id }) => id}
        card={(transfer) => <TransferCard transfer={transfer} onAssign={setChosen} />}
        emptyText={t('No bank transfers waiting')}
      />
      <AssignDialog transfer={chosen} onClose={() => setChosen(undefined)} />
    </>
  );
}
