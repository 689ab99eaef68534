import { auditLabel, auditText } from '@stablegate/contract';
import { ArrowRight } from 'lucide-react';
import './audit-facts.css';
import { wholeAmount } from './i18n/format';
import { useTranslation } from './i18n/texts';
import { fullTime } from './time/local-time';

type Values = Readonly<Record<string, string>>;
export type AuditFactsProps = { detail: Values; before: Values; after: Values };

function Value({ field, text }: { field: string; text: string }) {
  const { t } = useTranslation();
  if (field === 'effectiveAt' || field === 'endsAt') return <bdi>{fullTime(new Date(text))}</bdi>;
  return field === 'address' ? (
    <span className="mono" dir="ltr">
      {text}
    </span>
  ) : (
    <span dir="auto">{auditText(t, field, text, wholeAmount)}</span>
  );
}

/** What a change concerns, and each value before and after. */
export function AuditFacts({ detail, before, after }: AuditFactsProps) {
  const { t } = useTranslation();
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => before[field] !== after[field]);
  return (
    <dl className="audit-facts">
      {Object.entries(detail).map(([field, text]) => (
        <div key={field}>
          <dt>{t(auditLabel(field))}</dt>
          <dd>
            <Value field={field} text={text} />
          </dd>
        </div>
      ))}
      {changed.map((field) => (
        <div key={field}>
          <dt>{t(auditLabel(field))}</dt>
          <dd>
            {before[field] && (
              <del>
                <span className="sr-only">{t('Before')}: </span>
                <Value field={field} text={before[field]} />
              </del>
            )}
            {before[field] && after[field] && <ArrowRight className="icon-sm flip" aria-hidden="true" />}
            {after[field] && (
              <ins>
                <span className="sr-only">{t('After')}: </span>
                <Value field={field} text={after[field]} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
