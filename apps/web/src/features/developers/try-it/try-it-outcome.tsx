import { Amount, Button, CopyButton, Notice } from '@stablegate/ui';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';
import { detailsHref } from '../../../lib/lists/invoice-columns';
import { ScreenLink } from '../../../lib/screen';
import { clockTimeInText } from '../../../lib/time/local-time';
import { CodeBlock } from '../code-block';
import { refusalBody, remedyOf, type TryAnswer } from './try-it.model';
import type { TryOutcome } from './use-try-it';

export function TryOutcomeView({ outcome }: { outcome: TryOutcome }) {
  const { t } = useTranslation();
  if ('answer' in outcome) return <Made answer={outcome.answer} />;
  const { error, text, storeId } = outcome;
  const remedy = error === undefined ? undefined : remedyOf(error.code, storeId);
  return (
    <>
      <Notice
        tone="danger"
        action={
          remedy !== undefined && (
            <ScreenLink to={remedy.to} className="link">
              {t(remedy.label)}
            </ScreenLink>
          )
        }
      >
        {text}
      </Notice>
      {/* Status 0 and no request id: there was no response to show. */}
      {error?.requestId !== undefined && (
        <CodeBlock title={`${t('Response')}, ${error.status}`} language="json" code={refusalBody(error)} />
      )}
    </>
  );
}

function Made({ answer }: { answer: TryAnswer }) {
  const { t } = useTranslation();
  const made = answer.data;
  return (
    <>
      <Notice tone="success">{t('Invoice created')}</Notice>
      <dl className="try-facts">
        <div>
          <dt>
            <code className="mono">trans_id</code>
          </dt>
          <dd>
            <code className="mono" dir="ltr">
              {made.trans_id}
            </code>
            <CopyButton
              className="copy-inline"
              value={made.trans_id}
              label={t('Copy {{what}}', { what: 'trans_id' })}
              copiedLabel={t('Copied')}
            />
          </dd>
        </div>
        <div>
          <dt>{t('The customer pays')}</dt>
          <dd>
            <Amount value={made.payable} decimals={4} unit="USDT" />
            <span className="num text-caption text-muted">
              {t('Payable until {{time}}', { time: clockTimeInText(new Date(made.expires_at)) })}
            </span>
          </dd>
        </div>
      </dl>
      <div className="own-key-actions">
        <Button asChild variant="primary">
          <a href={made.url_payment} target="_blank" rel="noopener noreferrer">
            {t('Payment page')}
            <ExternalLink className="icon-sm" aria-hidden="true" />
          </a>
        </Button>
        <Button asChild>
          <Link to={detailsHref(made.trans_id)}>{t('View invoice')}</Link>
        </Button>
      </div>
      <CodeBlock title={t('Response')} language="json" code={JSON.stringify(answer, null, 2)} />
    </>
  );
}
