import { bankInboxApi, type UnmatchedBankTransfer } from '@stablegate/contract';
import { Button, type Column } from '@stablegate/ui';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '../../../lib/api/api';
import { AdminList } from '../list/admin-list';
import { AdminTime } from '../list/admin-time';
import { ExpandableText } from '../list/expandable-text';
import { useAdminList, withPaging } from '../list/use-admin-list';
import { AssignDialog } from './assign-dialog';
import { reasonTexts, Vnd } from './transfer-reasons';
import './bank-inbox.css';

const schema = withPaging(z.object({}));
const CONTENT_MAX = 25;
const ID_MAX = 10;

type AssignCell = (transfer: UnmatchedBankTransfer) => void;

const columnsOf = (t: TFunction, onAssign: AssignCell): readonly Column<UnmatchedBankTransfer>[] => [
  {
    id: 'transaction',
    header: t('Mã chuyển khoản'),
    isRowHeader: true,
    cell: ({ provider, transactionId }) => (
      <>
        {provider} <ExpandableText value={transactionId} max={ID_MAX} mono />
      </>
    ),
  },
  { id: 'amount', header: t('Số tiền (VND)'), align: 'end', cell: ({ amountVnd }) => <Vnd amount={amountVnd} /> },
  { id: 'content', header: t('Nội dung'), cell: ({ content }) => <ExpandableText value={content} max={CONTENT_MAX} /> },
  { id: 'account', header: t('Tài khoản nhận'), cell: ({ account }) => <span className="mono">{account}</span> },
  { id: 'reason', header: t('Lý do chờ'), cell: ({ reason }) => reasonTexts(t)[reason] },
  { id: 'time', header: t('Thời gian'), cell: ({ receivedAt }) => <AdminTime at={receivedAt} /> },
  {
    id: 'action',
    header: '',
    headerLabel: t('Thao tác'),
    align: 'end',
    cell: (transfer) => (
      <Button size="sm" onClick={() => onAssign(transfer)}>
        {t('Gán hóa đơn')}
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
        {t('Gán hóa đơn')}
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
        title={t('Chuyển khoản chưa khớp')}
        list={list}
        columns={columnsOf(t, setChosen)}
        rowKey={({ id }) => id}
        card={(transfer) => <TransferCard transfer={transfer} onAssign={setChosen} />}
        emptyText={t('Không có chuyển khoản nào đang chờ')}
      />
      <AssignDialog transfer={chosen} onClose={() => setChosen(undefined)} />
    </>
  );
}
