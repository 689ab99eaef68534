import { useState } from 'react';
import { RichText } from '../../../lib/i18n/rich-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { MailboxLink } from '../../../lib/session/mailbox-link';
import { AuthHeading } from '../auth-heading';
import { BackToSignIn } from '../back-to-sign-in';
import { ForgotPasswordForm } from './forgot-password-form';
import { ResetLinkAgain } from './reset-link-again';

export default function ForgotPasswordScreen() {
  const { t } = useTranslation();
  const [email, setEmail] = useState<string>();
  return (
    <div className="grid gap-4">
      {email === undefined ? (
        <>
          <AuthHeading title={t('Forgot password')}>{t("Enter your email. We'll send you a link to choose a new password.")}</AuthHeading>
          <ForgotPasswordForm onSent={setEmail} />
        </>
      ) : (
        <Sent email={email} onOther={() => setEmail(undefined)} />
      )}
      <BackToSignIn />
    </div>
  );
}

/** The same for every address: it does not reveal who has an account. */
function Sent({ email, onOther }: { email: string; onOther: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <AuthHeading title={t('Check your email')}>
        <RichText
          text={t('If <email>{{email}}</email> belongs to an account, a link is on its way. It works once, for 30 minutes.', { email })}
          parts={{ email: (address) => <bdi className="font-medium wrap-anywhere">{address}</bdi> }}
        />
      </AuthHeading>
      <ResetLinkAgain email={email} />
      <MailboxLink to={email} />
      <p className="text-center text-muted">
        {t('Wrong address?')}{' '}
        <button type="button" className="link" onClick={onOther}>
          {t('Use another one')}
        </button>
      </p>
    </>
  );
}
