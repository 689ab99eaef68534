import { type ErrorCode, errorCatalogue, errorHelp } from '@stablegate/contract';
import { Hash } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';
import { usePageTitle } from '../../../lib/page-title';
import { DocsHead } from '../docs-head';
import { DocsText, ENGLISH } from '../docs-text';
import { useAnchorOnArrival } from '../reference/use-anchor';
import '../developers.css';
import './errors.css';

const CODES = (Object.keys(errorCatalogue) as ErrorCode[]).sort(
  (a, b) => errorCatalogue[a].status - errorCatalogue[b].status || a.localeCompare(b),
);

/** Every code with its text for users, its cause and its cure. Cause and cure are English, as the rest of the reference. */
export default function ErrorsScreen() {
  const { t } = useTranslation();
  usePageTitle(t('Error codes'));
  useAnchorOnArrival();
  return (
    <>
      <DocsHead title={t('Error codes')} summary={t('Every error code, with its cause and what to do about it.')} links={['reference']} />
      <div className="errors">
        {CODES.map((code) => (
          <ErrorEntry key={code} code={code} />
        ))}
      </div>
    </>
  );
}

function ErrorEntry({ code }: { code: ErrorCode }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const { status, message } = errorCatalogue[code];
  const { cause, cure } = errorHelp[code];
  return (
    <article className="card error-entry" id={code} data-current={hash === `#${code}` || undefined} aria-labelledby={`${code}-name`}>
      <div className="error-line">
        <h2 id={`${code}-name`}>
          <bdi dir="ltr">
            <span className="num text-subtle">{status}</span> <code className="mono">{code}</code>
          </bdi>
        </h2>
        <Link to={{ hash: code }} className="icon-btn" aria-label={t('Link to {{what}}', { what: code })}>
          <Hash className="icon-sm" aria-hidden="true" />
        </Link>
      </div>
      <p>{t(message)}</p>
      <dl>
        <div>
          <dt>{t('Cause')}</dt>
          <dd {...ENGLISH}>
            <DocsText text={cause} />
          </dd>
        </div>
        <div>
          <dt>{t('What to do')}</dt>
          <dd {...ENGLISH}>
            <DocsText text={cure} />
          </dd>
        </div>
      </dl>
    </article>
  );
}
