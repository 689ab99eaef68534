import type { CallbackAttempt, InvoiceDetails } from '@stablegate/contract';
import { Badge, type Column, DataTable } from '@stablegate/ui';
import { CircleCheck, CircleX } from 'lucide-react';
import { outcomeText } from '../../../lib/callback-outcome';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { FullTime } from '../../../lib/time/full-time';
import { ResponseText } from './response-text';

/** Every attempt with the merchant server's response. */
export function CallbacksCard({ invoice: { callbackAttempts } }: { invoice: InvoiceDetails }) {
  const { t } = useTranslation();
  if (callbackAttempts.length === 0) return null;
  return (
    <section>
      <h2 className="details-heading">{t('Callback attempts')}</h2>
      <DataTable
        caption={t('Callback attempts')}
        columns={columnsOf(t)}
        rows={callbackAttempts.toReversed()}
        rowKey={({ at, event, url }) => `${event} ${at} ${url}`}
        card={(attempt) => <AttemptCard attempt={attempt} />}
      />
    </section>
  );
}

const columnsOf = (t: TFunction): readonly Column<CallbackAttempt>[] => [
  { id: 'at', header: t('Time'), isRowHeader: true, className: 'num', cell: ({ at }) => <FullTime at={at} /> },
  { id: 'event', header: t('Event'), cell: ({ event }) => <span className="mono">{event}</span> },
  {
    id: 'url',
    header: t('Callback URL'),
    className: 'text-muted',
    cell: ({ url }) => (
      <code className="mono callback-response" dir="ltr" title={url}>
        {url}
      </code>
    ),
  },
  { id: 'outcome', header: t('Outcome'), skeleton: 'badge', cell: (attempt) => <Outcome attempt={attempt} /> },
  { id: 'duration', header: t('Duration'), align: 'end', className: 'num text-muted', cell: (attempt) => <Duration {...attempt} /> },
  {
    id: 'response',
    header: t('Response'),
    className: 'text-muted',
    cell: ({ response }) => (
      <div className="callback-response" data-whole>
        <ResponseText text={response} />
      </div>
    ),
  },
];

function Outcome({ attempt }: { attempt: CallbackAttempt }) {
  const { t } = useTranslation();
  const isDelivered = attempt.outcome === 'delivered';
  const Icon = isDelivered ? CircleCheck : CircleX;
  return (
    <Badge tone={isDelivered ? 'success' : 'danger'} icon={<Icon aria-hidden="true" />}>
      {outcomeText(t, attempt)}
    </Badge>
  );
}

const Duration = ({ durationMs }: CallbackAttempt) => <span dir="ltr">{durationMs} ms</span>;

const AttemptCard = ({ attempt }: { attempt: CallbackAttempt }) => (
  <>
    <time className="text-caption" dateTime={attempt.at}>
      <FullTime at={attempt.at} />
    </time>
    <span className="justify-self-end">
      <Outcome attempt={attempt} />
    </span>
    <span className="min-w-0 text-caption text-muted">
      <ResponseText text={attempt.response} />
    </span>
    <span className="num justify-self-end text-caption text-muted">
      <Duration {...attempt} />
    </span>
  </>
);
