import { type CallbackDelivery, DELIVERY_STATES } from '@stablegate/contract';
import {
  Button,
  type Column,
  DataTable,
  EmptyState,
  middleTruncated,
  Select,
  Skeleton,
  StatusBadge,
  type StatusLook,
} from '@stablegate/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCw, Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { outcomeText } from '../../../lib/callback-outcome';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { LoadError } from '../../../lib/lists/load-error';
import { useMay } from '../../../lib/session/use-may';
import { FullTime } from '../../../lib/time/full-time';
import { useOwnStore } from '../own-store';
import { type DeliveryFilter, deliveriesQuery, useResendDelivery } from './use-endpoints';

type Row = { delivery: CallbackDelivery };
type State = NonNullable<DeliveryFilter['state']>;

/** What was sent where, and what came back; any of it that still holds can be sent again. */
export function DeliveriesCard() {
  const { t } = useTranslation();
  const { store } = useOwnStore();
  const [state, setState] = useState<State>('');
  const log = useInfiniteQuery(deliveriesQuery(store.id, state === '' ? {} : { state }));
  const rows = log.data?.pages.flatMap(({ content }) => content);
  const choose = (chosen: string) => setState(DELIVERY_STATES.find((each) => each === chosen) ?? '');
  return (
    <div className="card delivery-log" aria-busy={log.isPending}>
      <div className="card-head">
        <h2 className="card-title">{t('Delivery log')}</h2>
        <Select<string>
          className="delivery-state"
          label={t('Status')}
          value={state || 'all'}
          onChange={choose}
          options={[{ value: 'all', label: t('All') }, ...DELIVERY_STATES.map((each) => ({ value: each, label: stateLook(t, each).text }))]}
        />
      </div>
      {rows === undefined ? (
        log.isError ? (
          <LoadError title={t('The log could not be loaded')} read={log} />
        ) : (
          <RowSkeleton />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          bare
          icon={<Send className="icon-lg" aria-hidden="true" />}
          title={t('Nothing was sent yet')}
          text={t('Callbacks of your invoices appear here, with what your server answered.')}
        />
      ) : (
        <Deliveries rows={rows} />
      )}
      {rows !== undefined && rows.length > 0 && log.hasNextPage && (
        <div className="deliveries-more">
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Deliveries({ rows }: { rows: readonly CallbackDelivery[] }) {
  const { t } = useTranslation();
  return (
    <DataTable
      caption={t('Delivery log')}
      columns={columnsOf(t)}
      rows={rows}
      rowKey={({ id }) => id}
      card={(delivery) => <DeliveryCard delivery={delivery} />}
    />
  );
}

const columnsOf = (t: TFunction): readonly Column<CallbackDelivery>[] => [
  { id: 'at', header: t('Time'), isRowHeader: true, className: 'num', cell: ({ createdAt }) => <FullTime at={createdAt} /> },
  { id: 'event', header: t('Event'), cell: ({ type }) => <span className="mono">{type}</span> },
  { id: 'invoice', header: t('Invoice'), cell: ({ transId }) => <InvoiceLink transId={transId} /> },
  {
    id: 'url',
    header: t('Callback URL'),
    cell: ({ url }) => (
      <span className="mono delivery-url" dir="ltr" title={url}>
        {url}
      </span>
    ),
  },
  { id: 'state', header: t('Status'), skeleton: 'badge', cell: (delivery) => <StateCell delivery={delivery} /> },
  { id: 'again', header: '', headerLabel: t('Actions'), align: 'end', cell: (delivery) => <Again delivery={delivery} /> },
];

const InvoiceLink = ({ transId }: { transId: string }) => (
  <Link to={`/invoice-details/${transId}`} className="link mono">
    {middleTruncated(transId)}
  </Link>
);

function stateLook(t: TFunction, state: CallbackDelivery['state']): { look: StatusLook; text: string } {
  const looks = {
    waiting: { look: 'waiting', text: t('Waiting') },
    delivered: { look: 'success', text: t('Delivered') },
    // By a newer event, or with its endpoint: the line below says which.
    superseded: { look: 'expired', text: t('Cancelled') },
    given_up: { look: 'failed', text: t('Given up') },
  } as const;
  return looks[state];
}

function StateBadge({ delivery: { state } }: Row) {
  const { t } = useTranslation();
  const { look, text } = stateLook(t, state);
  return <StatusBadge look={look}>{text}</StatusBadge>;
}

const StateCell = ({ delivery }: Row) => (
  <span className="delivery-outcome">
    <StateBadge delivery={delivery} />
    <LastAnswer delivery={delivery} />
  </span>
);

function LastAnswer({ delivery: { state, last } }: Row) {
  const { t } = useTranslation();
  const isReplaced = state === 'superseded' && last?.outcome !== 'gone';
  if (!isReplaced && last === null) return null;
  const text =
    isReplaced || last === null
      ? t('Replaced by a newer event')
      : last.httpStatus === null
        ? outcomeText(t, last)
        : `HTTP ${last.httpStatus}`;
  return <span className="num text-caption text-muted">{text}</span>;
}

function Again({ delivery: { id, type, state, outdated } }: Row) {
  const { t } = useTranslation();
  const resend = useResendDelivery();
  if (!useMay('invoices')) return null;
  if (outdated) return state === 'superseded' ? null : <span className="text-caption text-muted">{t('Replaced by a newer event')}</span>;
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={resend.isPending}
      icon={<RotateCw className="icon-sm" aria-hidden="true" />}
      aria-label={`${t('Send again')} ${type}`}
      onClick={() => resend.mutate(id)}
    >
      {t('Send again')}
    </Button>
  );
}

const DeliveryCard = ({ delivery }: Row) => (
  <>
    <span className="mono">{delivery.type}</span>
    <span className="justify-self-end">
      <StateBadge delivery={delivery} />
    </span>
    <time className="text-caption text-muted" dateTime={delivery.createdAt}>
      <FullTime at={delivery.createdAt} />
    </time>
    <span className="justify-self-end">
      <Again delivery={delivery} />
    </span>
    <span className="col-span-2 grid gap-1">
      <span className="dotted text-caption">
        <InvoiceLink transId={delivery.transId} />
        <LastAnswer delivery={delivery} />
      </span>
      <span className="mono truncate text-caption text-muted" dir="ltr">
        {delivery.url}
      </span>
    </span>
  </>
);

const RowSkeleton = () =>
  ['first', 'second', 'third'].map((key) => (
    <div key={key} className="key-row">
      <div className="grid flex-1 gap-3 py-1">
        <Skeleton width="lg" />
        <Skeleton width="full" />
      </div>
    </div>
  ));
