import { Button, Card } from '@stablegate/ui';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { MailboxLink } from '../../../lib/session/mailbox-link';
import { useSession } from '../../../lib/session/session';
import { useOwnProfile } from '../own-profile';
import { ChangeEmailDialog } from './change-email-dialog';
import { Facts } from './facts';

export function AccountCard() {
  const { t } = useTranslation();
  const { username, email } = useOwnProfile();
  const { pendingEmail } = useSession();
  const [isChanging, setChanging] = useState(false);
  return (
    <Card title={t('Account')}>
      <Facts
        facts={[
          [t('Username'), username],
          [
            t('Email'),
            <div key="email" className="account-email">
              <bdi>{email}</bdi>
              <Button size="sm" onClick={() => setChanging(true)}>
                {t('Change email')}
              </Button>
              {pendingEmail !== null && <Pending email={pendingEmail} />}
            </div>,
          ],
        ]}
      />
      <ChangeEmailDialog isOpen={isChanging} onClose={() => setChanging(false)} />
    </Card>
  );
}

function Pending({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <div className="account-pending" role="status">
      <p>{t('{{email}} takes its place once the link we sent there is opened.', { email })}</p>
      <MailboxLink to={email} />
    </div>
  );
}
