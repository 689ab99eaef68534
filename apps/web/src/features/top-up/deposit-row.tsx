import { Amount, Badge, type Column, middleTruncated, StatusBadge, type StatusLook, TruncatedId } from '@stablegate/ui';
import type { MouseEvent, ReactNode } from 'react';
import { type TFunction, useTranslation } from '../../lib/i18n/texts';
import { FullTime } from '../../lib/time/full-time';
import { NOTHING } from '../../lib/time/read-time';
import { TimeAgo } from '../../lib/time/time-ago';
import { isMethod, METHODS } from './methods';
import type { OwnDeposit } from './read-deposit';

const STATUSES: Readonly<Record<string, { look: StatusLook; label: string }>> = {
  PENDING: { look: 'waiting', label: 'Pending' },
  PAID: { look: 'success', label: 'Paid' },
  CANCELED: { look: 'expired', label: 'Cancelled' },
};

/** Another status is named in the default style, and an empty one is N/A, as specification 2, section 4, has it for invoices. */
function DepositBadge({ status }: { status: string }) {
  const { t } = useTranslation();
  const known = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  return known === undefined ? <Badge>{status || t('N/A')}</Badge> : <StatusBadge look={known.look}>{t(known.label)}</StatusBadge>;
}

/** Until when it can be paid: an hour by USDT, a day by bank. */
function End({ deposit: { status, expiresAt } }: { deposit: OwnDeposit }) {
  const { t } = useTranslation();
  if (status !== 'PENDING' || expiresAt === '') return null;
  return (
    <span className="block text-caption text-muted">
      {t('Expires')} <FullTime at={expiresAt} />
    </span>
  );
}

export type OpenDeposit = (deposit: OwnDeposit) => void;

/**
 * Specification 1, section 4: only a pending row is a link: by USDT to its payment page, by bank to the dialog. Its click area is the whole
 * row, its tab stop this one cell.
 */
function RowLink({ deposit, onOpen, children }: { deposit: OwnDeposit; onOpen: OpenDeposit; children: ReactNode }) {
  const { status, method, topupBack } = deposit;
  if (status !== 'PENDING') return children;
  if (method !== 'vietnam-bank-auto' && topupBack !== null) {
    return (
      <a className="deposit-open" href={topupBack}>
        {children}
      </a>
    );
  }
  return (
    <button type="button" className="deposit-open" onClick={() => onOpen(deposit)}>
      {children}
    </button>
  );
}

const Request = ({ requestId }: { requestId: string }) => (
  <span className="mono" dir="ltr" title={requestId}>
    {middleTruncated(requestId)}
  </span>
);

/** The received amount may differ from the requested one; the received one counts. */
function Money({ deposit: { status, amount, received } }: { deposit: OwnDeposit }) {
  const value = status === 'PAID' ? received : amount;
  if (value === '') return NOTHING;
  return <Amount className={status === 'CANCELED' ? 'text-muted' : 'font-medium'} value={value} decimals={2} dollars />;
}

/** A method that has no name yet is shown by its code. */
function Method({ method }: { method: string }) {
  const { t } = useTranslation();
  return isMethod(method) ? t(METHODS[method].label) : method || NOTHING;
}

const pressRow = ({ currentTarget }: MouseEvent) => currentTarget.closest('tr')?.querySelector<HTMLElement>('.deposit-open')?.click();

/** It shows its exact moment on hover, so it lies above the row's link: a press on it goes there. */
const RowTime = ({ at }: { at: string }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: keyboards have the link itself
  // biome-ignore lint/a11y/useKeyWithClickEvents: as above
  <span className="deposit-time" onClick={pressRow}>
    <TimeAgo at={at} clock="business" />
  </span>
);

export const depositColumns = (t: TFunction, onOpen: OpenDeposit): readonly Column<OwnDeposit>[] => [
  {
    id: 'request',
    header: t('Request ID'),
    isRowHeader: true,
    cell: (deposit) => (
      <RowLink deposit={deposit} onOpen={onOpen}>
        <Request requestId={deposit.requestId} />
      </RowLink>
    ),
  },
  { id: 'method', header: t('Method'), cell: ({ method }) => <Method method={method} />, skeleton: 'lg' },
  { id: 'amount', header: t('Amount'), align: 'end', cell: (deposit) => <Money deposit={deposit} />, skeleton: 'sm' },
  {
    id: 'status',
    header: t('Status'),
    className: 'deposit-status',
    cell: (deposit) => (
      <>
        <DepositBadge status={deposit.status} />
        <End deposit={deposit} />
      </>
    ),
    skeleton: 'badge',
  },
  {
    id: 'tid',
    header: t('Transaction ID'),
    cell: ({ tid }) => (tid === null ? NOTHING : <TruncatedId value={tid} copyLabel={t('Copy')} copiedLabel={t('Copied')} />),
  },
  { id: 'created', header: t('Created'), cell: ({ createDate }) => <RowTime at={createDate} /> },
  { id: 'updated', header: t('Updated'), cell: ({ updateDate }) => <RowTime at={updateDate} /> },
];

export function DepositCard({ deposit, onOpen }: { deposit: OwnDeposit; onOpen: OpenDeposit }) {
  return (
    <>
      <Money deposit={deposit} />
      <DepositBadge status={deposit.status} />
      <span className="flex flex-wrap gap-2 text-caption text-muted">
        <span>
          <Method method={deposit.method} />
        </span>
        <RowLink deposit={deposit} onOpen={onOpen}>
          <Request requestId={deposit.requestId} />
        </RowLink>
      </span>
      <span className="deposit-card-time text-end text-caption text-muted">
        <TimeAgo at={deposit.createDate} clock="business" />
      </span>
      {deposit.status === 'PENDING' && deposit.expiresAt !== '' && (
        <span className="col-span-2">
          <End deposit={deposit} />
        </span>
      )}
    </>
  );
}
