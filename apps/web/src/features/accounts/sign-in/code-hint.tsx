import { CountdownRing } from '@stablegate/ui';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';
import { MailboxLink } from '../../../lib/session/mailbox-link';
import { CODE_SECONDS, secondsToNextCode, useSeconds } from './code-clock';
import { signInSearch } from './sign-in-search';

/** Below the boxes: when the app's code changes, so that no one types an expiring one. */
export function AppCodeHint() {
  const { t } = useTranslation();
  const left = secondsToNextCode(useSeconds());
  return (
    <div className="hint justify-center">
      <CountdownRing left={left} of={CODE_SECONDS} />
      <span className="num">{t('New code in {{n}} s', { n: left })}</span>
    </div>
  );
}

/** A mail takes a few seconds; after half a minute the page explains what to do without it. */
export function MailCodeHint() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const now = useSeconds();
  const [start] = useState(now);
  const left = CODE_SECONDS - Math.floor((now - start) / 1000);
  return (
    <div className="grid gap-1">
      {left > 0 ? (
        <div className="hint justify-center">
          <CountdownRing left={left} of={CODE_SECONDS} />
          <span className="num">{t('You can ask for a new code in {{n}} s', { n: left })}</span>
        </div>
      ) : (
        <p className="text-center text-caption text-muted" role="status">
          {t('No email yet? Check your spam folder.')}{' '}
          <Link className="link" to={{ pathname: '/login', search: signInSearch(search) }}>
            {t('Sign in again for a new code')}
          </Link>
        </p>
      )}
      <MailboxLink />
    </div>
  );
}
