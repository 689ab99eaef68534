import { Bullets, Card } from '@stablegate/ui';
import { Mail } from 'lucide-react';
import { useTranslation } from '../../lib/i18n/texts';
import { useOwnProfile } from './own-profile';
import { PasswordForm } from './password-form';

export default function PasswordTab() {
  const { t } = useTranslation();
  return (
    <div className="profile-split">
      <PasswordForm />
      <div className="grid grid-cols-1 gap-4">
        <Card title={t('A good password')}>
          <Bullets
            texts={[
              t('At least 8 characters'),
              t('Upper and lower case letters'),
              t('A number'),
              t('A special character'),
              t('Do not reuse passwords'),
            ]}
          />
        </Card>
        <RecoveryCard />
      </div>
    </div>
  );
}

function RecoveryCard() {
  const { t } = useTranslation();
  const { email } = useOwnProfile();
  return (
    <Card title={t('Recovery option')}>
      <div className="flex gap-2 text-table">
        <Mail className="icon mt-line text-subtle" aria-hidden="true" />
        <div className="min-w-0">
          <div className="font-medium wrap-anywhere">{email}</div>
          <p className="text-muted">{t('If you forget your password, the link to choose a new one goes here.')}</p>
        </div>
      </div>
    </Card>
  );
}
