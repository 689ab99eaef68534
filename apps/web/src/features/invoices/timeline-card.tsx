import { type InvoiceDetails, paymentPageApi } from '@stablegate/contract';
import { Card } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api';
import { INVOICES_KEY } from '../../lib/invoices.queries';
import { calendarDay, clockTime, zoneName } from '../../lib/local-time';
import { type Step, stepsOf } from './timeline';

const CONFIRMATIONS_EVERY_MS = 4_000;

/** How many blocks the newest transfer has under it; the customer's own page says the same. */
function useConfirmations({ transId, status }: InvoiceDetails): number | undefined {
  const { data } = useQuery({
    queryKey: [...INVOICES_KEY, 'confirmations', transId],
    queryFn: ({ signal }) => call(paymentPageApi.view, { params: { transId }, signal }),
    enabled: status === 'PROCESSING',
    refetchInterval: CONFIRMATIONS_EVERY_MS,
  });
  return status === 'PROCESSING' ? data?.data.confirmations : undefined;
}

export function TimelineCard({ invoice }: { invoice: InvoiceDetails }) {
  const { t, i18n } = useTranslation();
  const confirmations = useConfirmations(invoice);
  const steps = stepsOf(t, invoice, { language: i18n.language, confirmations });
  const created = new Date(invoice.createdAt);
  return (
    <Card title={t('Timeline')} aside={<span className="text-caption text-muted">{zoneName(created)}</span>}>
      <ol className="timeline">
        {steps.map((step) => (
          <TimelineItem key={step.id} step={step} firstDay={calendarDay(created)} />
        ))}
      </ol>
    </Card>
  );
}

function TimelineItem({ step: { at, tone, title, detail }, firstDay }: { step: Step; firstDay: string }) {
  const moment = new Date(at);
  const day = calendarDay(moment);
  return (
    <li data-tone={tone} aria-current={tone === 'now' ? 'step' : undefined}>
      <span className="timeline-dot" aria-hidden="true">
        {tone === 'done' && <Check />}
        {(tone === 'problem' || tone === 'over') && <X />}
      </span>
      <div className="font-medium">{title}</div>
      {detail !== undefined && <div className="text-caption text-muted">{detail}</div>}
      {tone !== 'now' && (
        <time dateTime={at} className="block text-caption text-subtle">
          {day === firstDay ? clockTime(moment) : `${clockTime(moment)} ${day}`}
        </time>
      )}
    </li>
  );
}
