import { Bullets, Card } from '@stablegate/ui';
import { useTranslation } from '../../../lib/i18n/texts';
import { AddressLockCard } from './address-lock-card';
import { PasskeysCard } from './passkeys-card';
import { SessionsCard } from './sessions-card';
import { SignInProtectionCard } from './sign-in-protection-card';
import { TwoFactorCard } from './two-factor-card';

export default function SecurityTab() {
  const { t } = useTranslation();
  return (
    <div className="profile-split">
      <div className="grid grid-cols-1 gap-4">
        <SignInProtectionCard />
        <TwoFactorCard />
        <PasskeysCard />
        <AddressLockCard />
        <SessionsCard />
      </div>
      <Card title={t('Security tips')}>
        <Bullets
          texts={[
            t('Use a password you use nowhere else.'),
            t('Keep your recovery codes offline.'),
            t('Stablegate never asks for a wallet key or seed phrase.'),
            t('Reset an API key immediately if it may have leaked.'),
          ]}
        />
      </Card>
    </div>
  );
}
