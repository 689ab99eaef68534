import type { TransactionType } from '@stablegate/contract';
import { Amount, type Column, middleTruncated } from '@stablegate/ui';
import { ArrowDownLeft, ArrowUpRight, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { detailsHref } from '../../lib/lists/invoice-columns';
import { NOTHING } from '../../lib/time/read-time';
import { TimeAgo } from '../../lib/time/time-ago';
import type { OwnTransaction } from './read-transaction';

/** Fees have six decimals, so all amounts beside them do. */
const DECIMALS = 6;

const TYPES = {
  add: { label: 'Added', icon: Plus },
  'top-up': { label: 'Top-up', icon: ArrowDownLeft },
  deduct: { label: 'Deducted', icon: ArrowUpRight },
} as const satisfies Record<TransactionType, unknown>;

const isKnown = (type: string): type is TransactionType => Object.hasOwn(TYPES, type);

/** One that has no name yet is shown by its code. */
function Type({ type }: { type: string }) {
  const { t } = useTranslation();
  if (!isKnown(type)) return type || t('N/A');
  const { label, icon: Icon } = TYPES[type];
  return (
    <span className="transaction-type">
      <Icon className="icon-sm flip" aria-hidden="true" />
      {t(label)}
    </span>
  );
}

const Change = ({ amount }: { amount: string }) =>
  amount === '' ? NOTHING : <Amount className="font-medium" value={amount} decimals={DECIMALS} dollars signed />;

const Balance = ({ value }: { value: string }) =>
  value === '' ? NOTHING : <Amount className="text-muted" value={value} decimals={DECIMALS} dollars />;

/** A fee leads to its invoice. */
function Reason({ transaction: { description, invoiceId, transId } }: { transaction: OwnTransaction }) {
  const { t } = useTranslation();
  const id = transId ?? invoiceId;
  const reason = description ? t(description) : NOTHING;
  if (!id) return reason;
  return (
    <Link to={detailsHref(id)} className="link link-quiet font-medium">
      {reason}{' '}
      <span className="mono font-regular text-muted" dir="ltr" title={id}>
        {middleTruncated(id)}
      </span>
    </Link>
  );
}

export const transactionColumns = (t: TFunction): readonly Column<OwnTransaction>[] => [
  { id: 'time', header: t('Time'), cell: ({ createdAt }) => <TimeAgo at={createdAt} clock="business" />, skeleton: 'md' },
  { id: 'reason', header: t('Reason'), isRowHeader: true, cell: (transaction) => <Reason transaction={transaction} />, skeleton: 'lg' },
  { id: 'type', header: t('Type'), cell: ({ type }) => <Type type={type} />, skeleton: 'sm' },
  { id: 'before', header: t('Balance before'), align: 'end', cell: ({ beforeBalance }) => <Balance value={beforeBalance} /> },
  { id: 'amount', header: t('Amount'), align: 'end', cell: ({ amount }) => <Change amount={amount} /> },
  { id: 'after', header: t('Balance after'), align: 'end', cell: ({ afterBalance }) => <Balance value={afterBalance} /> },
];

export function TransactionCard({ transaction }: { transaction: OwnTransaction }) {
  const { t } = useTranslation();
  const { amount, createdAt, type, beforeBalance, afterBalance } = transaction;
  return (
    <>
      <span className="font-medium">
        <Reason transaction={transaction} />
      </span>
      <span className="text-end">
        <Change amount={amount} />
      </span>
      <span className="text-caption text-muted">
        <TimeAgo at={createdAt} clock="business" />
      </span>
      <span className="justify-self-end text-caption text-muted">
        <Type type={type} />
      </span>
      <span className="col-span-2 text-caption text-muted">
        {t('Balance')}{' '}
        <bdi dir="ltr">
          <span className="sr-only">{t('Balance before')} </span>
          <Balance value={beforeBalance} /> <span aria-hidden="true">→</span> <span className="sr-only">{t('Balance after')} </span>
          <Balance value={afterBalance} />
        </bdi>
      </span>
    </>
  );
}
