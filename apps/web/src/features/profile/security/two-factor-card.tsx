import { Badge, Button, Card, StatusBadge, toast } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { isSignInNotConfirmed } from '../../../lib/session/recent-sign-in';
import { useOwnProfile } from '../own-profile';
import { SettingRow } from '../setting-row';
import { RecoveryCodes } from './recovery-codes';
import { securitySettingsQuery } from './security.queries';
import { TwoFactorSetupForm } from './two-factor-setup';
import { useSaveSecurity } from './use-security-form';
import { type TwoFactor, useTwoFactor } from './use-two-factor';

export function TwoFactorCard() {
  const { t } = useTranslation();
  const { twoFactorEnabled } = useOwnProfile();
  const twoFactor = useTwoFactor();
  const { setup, recoveryCodes } = twoFactor;
  const isInSetup = setup !== undefined && !twoFactorEnabled;
  return (
    <Card title={t('Two-factor authentication')} aside={<State isEnabled={twoFactorEnabled} isInSetup={isInSetup} />}>
      {isInSetup ? (
        <TwoFactorSetupForm setup={setup} twoFactor={twoFactor} />
      ) : twoFactorEnabled ? (
        <div className="grid gap-4">
          {recoveryCodes !== undefined && <RecoveryCodes codes={recoveryCodes} onSaved={twoFactor.forgetRecoveryCodes} />}
          <Enabled twoFactor={twoFactor} />
        </div>
      ) : (
        <Disabled twoFactor={twoFactor} />
      )}
      <Required />
    </Card>
  );
}

/** Saved at once, like everything else in this card. */
function Required() {
  const { t } = useTranslation();
  const { userId } = useOwnProfile();
  const { data } = useQuery(securitySettingsQuery(userId));
  const { mutate, isPending, variables } = useSaveSecurity(userId);
  return (
    <div className="two-factor-required">
      <SettingRow
        title={t('Require two-factor authentication')}
        text={t('Nobody can sign in with the password alone. Your last authenticator app or passkey cannot be removed while this is on.')}
        isOn={isPending ? variables.twoFactorRequired : data?.twoFactorRequired}
        onChange={(twoFactorRequired) =>
          mutate(
            { twoFactorRequired },
            {
              onError: (error) => {
                if (!isSignInNotConfirmed(error)) toast.error(errorText(t, error, t('Something went wrong. Please try again.')));
              },
            },
          )
        }
      />
    </div>
  );
}

function State({ isEnabled, isInSetup }: { isEnabled: boolean; isInSetup: boolean }) {
  const { t } = useTranslation();
  if (isEnabled) return <StatusBadge look="success">{t('Enabled')}</StatusBadge>;
  if (isInSetup) return <StatusBadge look="processing">{t('Setting up')}</StatusBadge>;
  return <Badge icon={<CircleSlash aria-hidden="true" />}>{t('Disabled')}</Badge>;
}

const Line = ({ text, action }: { text: string; action: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <p className="two-factor-text text-muted">{text}</p>
    {action}
  </div>
);

function Disabled({ twoFactor }: { twoFactor: TwoFactor }) {
  const { t } = useTranslation();
  return (
    <Line
      text={t('With an authenticator app, a stolen password alone is not enough: every sign-in also asks for a 6-digit code.')}
      action={
        <Button busy={twoFactor.isBusy} disabled={twoFactor.isBusy} onClick={twoFactor.start}>
          {t('Enable')}
        </Button>
      }
    />
  );
}

function Enabled({ twoFactor }: { twoFactor: TwoFactor }) {
  const { t } = useTranslation();
  return (
    <Line
      text={t('Every sign-in asks for a 6-digit code from your authenticator app.')}
      action={
        <Button variant="danger" busy={twoFactor.isBusy} disabled={twoFactor.isBusy} onClick={twoFactor.disable}>
          {t('Disable')}
        </Button>
      }
    />
  );
}
