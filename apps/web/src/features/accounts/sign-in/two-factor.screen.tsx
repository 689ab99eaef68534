import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { AuthHeading } from '../auth-heading';
import { BackToSignIn } from '../back-to-sign-in';
import { CodeForm } from './code-form';
import { PasskeyButton } from './passkey-button';
import { pendingLogin } from './pending-login';
import { RecoveryCodeForm } from './recovery-code-form';

export default function TwoFactorScreen() {
  const { t } = useTranslation();
  const method = pendingLogin.method();
  const [isRecovery, setRecovery] = useState(false);
  const explanation = {
    totp: t('Enter the 6-digit code from your authenticator app.'),
    passkey: t('Your account requires a passkey. Your browser asks for it.'),
    email: t('We emailed you a 6-digit code. It works for 5 minutes.'),
    recovery: t('Enter one of the recovery codes you saved when you set up two-factor authentication.'),
  };
  return (
    <div className="grid gap-4">
      <AuthHeading title={t('Two-factor authentication')}>{explanation[isRecovery ? 'recovery' : method]}</AuthHeading>
      {isRecovery ? <RecoveryCodeForm /> : method !== 'passkey' && <CodeForm method={method} />}
      {pendingLogin.hasPasskey() && (
        <PasskeyButton
          secondStep
          variant={method === 'passkey' ? 'primary' : 'secondary'}
          label={method === 'passkey' ? t('Use a passkey') : t('Use a passkey instead')}
        />
      )}
      {method === 'totp' && (
        <button type="button" className="link justify-self-center" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t('Use the authenticator app instead') : t('Use a recovery code instead')}
        </button>
      )}
      <BackToSignIn />
    </div>
  );
}
