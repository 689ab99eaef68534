import { Button } from '@stablegate/ui';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../../lib/i18n/texts';
import { AuthHeading } from '../auth-heading';
import { BackToSignIn } from '../back-to-sign-in';
import { ResetPasswordForm } from './reset-password-form';

/** Target of the mailed link. Whether it is still valid shows when it is used. */
export default function ResetPasswordScreen() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [isExpired, setExpired] = useState(token === '');
  return (
    <div className="grid gap-4">
      {isExpired ? (
        <Expired />
      ) : (
        <>
          <AuthHeading title={t('Choose a new password')}>
            {t('You will be signed out everywhere. Sign in again with the new password.')}
          </AuthHeading>
          <ResetPasswordForm token={token} onExpired={() => setExpired(true)} />
        </>
      )}
      <BackToSignIn />
    </div>
  );
}

/** The server does not tell a used link from an expired one: whoever has just used it must not read that nothing changed. */
function Expired() {
  const { t } = useTranslation();
  return (
    <>
      <div role="alert">
        <AuthHeading title={t('This link no longer works')}>
          {t(
            'It was already used, has expired, or was replaced by a newer one. If you have just changed your password, sign in with the new one; otherwise request a new link.',
          )}
        </AuthHeading>
      </div>
      <Button asChild variant="primary" size="lg" block>
        <Link to="/forgot-password">{t('Request a new link')}</Link>
      </Button>
    </>
  );
}
