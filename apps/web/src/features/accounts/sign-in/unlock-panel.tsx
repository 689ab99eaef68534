import { Button, Notice } from '@stablegate/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';
import { AuthHeading } from '../auth-heading';
import { BackToSignIn } from '../back-to-sign-in';
import { UnlockUsername } from './unlock-username';
import { useUnlock } from './use-unlock';

/** Target of the mailed whitelist link (/login?unlock=). It needs a click: mail scanners open every link, and this one works once. */
export default function UnlockPanel({ token }: { token: string }) {
  const { t } = useTranslation();
  const { unlock, goToCode, state } = useUnlock(token);
  const [isBusy, setBusy] = useState(false);
  const click = async () => {
    setBusy(true);
    await unlock();
    setBusy(false);
  };
  if (state === 'needs-username') return <UnlockUsername onUsername={goToCode} />;
  if (state === 'expired') {
    return (
      <div className="grid gap-4" role="alert">
        <AuthHeading title={t('This link has expired')}>
          {t('It works once, for 30 minutes. Sign in again to be sent another one.')}
        </AuthHeading>
        <Button asChild variant="primary" size="lg" block>
          <Link to="/login">{t('Back to sign in')}</Link>
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <AuthHeading title={t('Sign in with your one-time link')}>
        {t('This network is not on your list of allowed addresses. The link lets you in once.')}
      </AuthHeading>
      <Button variant="primary" size="lg" block busy={isBusy} busyLabel={t('Logging in...')} onClick={() => void click()}>
        {t('Sign In')}
      </Button>
      <Notice>{t('To sign in from here again, add this network address in your security settings.')}</Notice>
      <BackToSignIn />
    </div>
  );
}
