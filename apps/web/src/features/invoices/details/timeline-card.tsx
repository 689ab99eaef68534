import type { InvoiceDetails } from '@stablegate/contract';
import { Card } from '@stablegate/ui';
import { Check, Ellipsis, X } from 'lucide-react';
import { withUnit } from '../../../lib/i18n/format';
import { useTranslation } from '../../../lib/i18n/texts';
import { calendarDay, clockTime, zoneName } from '../../../lib/time/local-time';
import { type Step, stepsOf } from './timeline';

export function TimelineCard({ invoice }: { invoice: InvoiceDetails }) {
  const { t, language } = useTranslation();
  const steps = stepsOf(t, invoice, language);
  const created = new Date(invoice.createdAt);
  if (steps.length === 0) return null;
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

/** A number stays with its unit, and the last word of a line with the number after it. */
const unbroken = (text: string): string => withUnit(text).replace(/ (\d+)$/, '\u00a0$1');

function TimelineItem({ step: { at, tone, title, detail, actor }, firstDay }: { step: Step; firstDay: string }) {
  const { t } = useTranslation();
  const moment = new Date(at);
  const day = calendarDay(moment);
  return (
    <li data-tone={tone} aria-current={tone === 'now' ? 'step' : undefined}>
      <span className="timeline-dot" aria-hidden="true">
        {tone === 'done' && <Check />}
        {tone === 'partial' && <Ellipsis />}
        {(tone === 'problem' || tone === 'over') && <X />}
      </span>
      <div className="font-medium">{title}</div>
      {detail !== undefined && <div className="text-caption text-muted">{unbroken(detail)}</div>}
      {actor !== undefined && <div className="text-caption text-muted">{t('by {{name}}', { name: actor })}</div>}
      {tone !== 'now' && at !== '' && (
        <time dateTime={at} className="block text-caption text-subtle">
          {/* As FullTime: from right to left, day and time would change places. */}
          <bdi dir="ltr">{day === firstDay ? clockTime(moment) : `${clockTime(moment)} ${day}`}</bdi>
        </time>
      )}
    </li>
  );
}
