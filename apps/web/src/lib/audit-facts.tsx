import { AUDIT_FIELDS, type AuditField } from '@stablegate/contract';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import './audit-facts.css';

type Values = Readonly<Record<string, string>>;
export type AuditFactsProps = { detail: Values; before: Values; after: Values };

const labelOf = (field: string): string => AUDIT_FIELDS[field as AuditField] ?? field;

function Value({ field, text }: { field: string; text: string }) {
  const { t, i18n } = useTranslation();
  if (field === 'effectiveAt')
    return new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(text));
  if (field === 'whitelistIp') return text === 'on' ? t('Enabled') : t('Disabled');
  return <span dir="auto">{text}</span>;
}

/** What a change concerns, and each value before and after. */
export function AuditFacts({ detail, before, after }: AuditFactsProps) {
  const { t } = useTranslation();
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => before[field] !== after[field]);
  return (
    <dl className="audit-facts">
      {Object.entries(detail).map(([field, text]) => (
        <div key={field}>
          <dt>{t(labelOf(field))}</dt>
          <dd>
            <Value field={field} text={text} />
          </dd>
        </div>
      ))}
      {changed.map((field) => (
        <div key={field}>
          <dt>{t(labelOf(field))}</dt>
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
