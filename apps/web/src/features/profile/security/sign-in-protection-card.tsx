import type { SecuritySettings } from '@stablegate/contract';
import { Button, Card, Notice, Skeleton } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n/texts';
import { LoadError } from '../../../lib/lists/load-error';
import { useUnsavedChanges } from '../../../lib/unsaved/use-unsaved-changes';
import { useOwnProfile } from '../own-profile';
import { SettingRow } from '../setting-row';
import { AllowedAddresses } from './allowed-addresses-editor';
import { securitySettingsQuery, useOwnAddress } from './security.queries';
import { useSecurityForm } from './use-security-form';

export function SignInProtectionCard() {
  const { t } = useTranslation();
  const { userId } = useOwnProfile();
  const settings = useQuery(securitySettingsQuery(userId));
  if (settings.data !== undefined) return <SettingsCard userId={userId} saved={settings.data} />;
  if (settings.isPending) return <CardSkeleton />;
  return <LoadError title={t('Your security settings could not be loaded')} read={settings} />;
}

function SettingsCard({ userId, saved }: { userId: string; saved: SecuritySettings }) {
  const { t } = useTranslation();
  const { email, twoFactorEnabled } = useOwnProfile();
  const ownAddress = useOwnAddress();
  const form = useSecurityForm(userId, saved);
  const { draft, change } = form;
  useUnsavedChanges(form.isUnsaved && !form.isSaving, {
    title: t('Leave without saving?'),
    text: t('Your security settings are not saved yet.'),
    leaveLabel: t('Leave'),
    stayLabel: t('Stay'),
  });
  const whitelist = (isOn: boolean) => {
    const isFirst = isOn && draft.allowedIps.length === 0 && ownAddress !== undefined;
    change({ whitelistIp: isOn, ...(isFirst && { allowedIps: [ownAddress] }) });
  };
  return (
    <section className="card">
      <div className="card-head">
        <h2 className="card-title">{t('Sign-in protection')}</h2>
      </div>
      <SettingRow
        title={t('Email OTP verification')}
        text={
          twoFactorEnabled
            ? t('While two-factor authentication is on, your authenticator app is asked instead.')
            : t('Ask for a code sent to {{email}} at every sign-in.', { email })
        }
        isOn={draft.emailOtp}
        onChange={(isOn) => change({ emailOtp: isOn })}
      />
      <SettingRow
        title={t('Login notifications')}
        text={t('Send an email when someone signs in from a new device.')}
        isOn={draft.loginNotifications}
        onChange={(isOn) => change({ loginNotifications: isOn })}
      />
      <SettingRow
        title={t('Whitelist IP')}
        text={t('Allow sign-in only from the IP addresses you list.')}
        isOn={draft.whitelistIp}
        onChange={whitelist}
      />
      {draft.whitelistIp && <AllowedAddresses form={form} ownAddress={ownAddress} />}
      {form.problem !== undefined && (
        <div className="px-4 pb-4">
          <Notice tone="danger" role="alert">
            {form.problem}
          </Notice>
        </div>
      )}
      <SaveBar isUnsaved={form.isUnsaved} isSaving={form.isSaving} onSave={form.save} />
    </section>
  );
}

function SaveBar({ isUnsaved, isSaving, onSave }: { isUnsaved: boolean; isSaving: boolean; onSave: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="card-foot">
      <span className="text-caption text-muted" role="status">
        {isUnsaved ? t('Unsaved changes') : t('All changes are saved')}
      </span>
      <Button variant="primary" busy={isSaving} disabled={!isUnsaved && !isSaving} onClick={onSave}>
        {t('Update Security Settings')}
      </Button>
    </div>
  );
}

/** The same heights as the loaded card, so that nothing below it moves. */
const CardSkeleton = () => (
  <Card aria-busy="true">
    <div className="card-head">
      <Skeleton width="lg" />
    </div>
    {['otp', 'notifications', 'whitelist'].map((row) => (
      <div key={row} className="setting">
        <div className="grid flex-1 gap-3 py-1">
          <Skeleton width="lg" />
          <Skeleton width="full" />
        </div>
      </div>
    ))}
    <div className="card-foot">
      <span className="h-control-md" />
    </div>
  </Card>
);
