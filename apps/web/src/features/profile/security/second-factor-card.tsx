import { SECOND_FACTOR_ACTION_NAMES, SECOND_FACTOR_ACTIONS, type SecondFactorAction } from '@stablegate/contract';
import { toast } from '@stablegate/ui';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { isSignInNotConfirmed } from '../../../lib/session/recent-sign-in';
import { useOwnProfile } from '../own-profile';
import { SettingRow } from '../setting-row';
import { securitySettingsQuery } from './security.queries';
import { useSaveSecurity } from './use-security-form';

/** What of the account needs a second factor. Each switch is saved at once. */
export function SecondFactorCard() {
  const { t } = useTranslation();
  const { userId } = useOwnProfile();
  const { data } = useQuery(securitySettingsQuery(userId)); // the card of the sign-in protection shows a failure
  const { mutate, isPending, variables } = useSaveSecurity(userId);
  if (data === undefined) return null;
  const required = (isPending ? variables.secondFactorFor : undefined) ?? data.secondFactorFor;
  const turn = (action: SecondFactorAction, isOn: boolean) =>
    mutate(
      { secondFactorFor: SECOND_FACTOR_ACTION_NAMES.filter((name) => (name === action ? isOn : required.includes(name))) },
      {
        onError: (error) => {
          if (!isSignInNotConfirmed(error)) toast.error(errorText(t, error, t('Something went wrong. Please try again.')));
        },
      },
    );
  return (
    <section className="card">
      <div className="card-head">
        <h2 className="card-title">{t('Second factor for sensitive actions')}</h2>
      </div>
      <p className="px-4 pb-4 text-muted">
        {t(
          'Whoever does this, members of your team included, confirms with an authenticator app or a passkey, unless they did so in the last 15 minutes.',
        )}
      </p>
      {SECOND_FACTOR_ACTION_NAMES.map((action) => (
        <SettingRow
          key={action}
          title={t(SECOND_FACTOR_ACTIONS[action].title)}
          text={t(SECOND_FACTOR_ACTIONS[action].covers)}
          isOn={required.includes(action)}
          onChange={(isOn) => turn(action, isOn)}
        />
      ))}
    </section>
  );
}
