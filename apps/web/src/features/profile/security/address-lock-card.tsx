import { changeNoticesApi, type SecuritySettings, securityApi } from '@stablegate/contract';
import { Button, Card, Field, Notice, Select, toast } from '@stablegate/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';
import { errorText } from '../../../lib/api/error-text';
import { type TFunction, useTranslation } from '../../../lib/i18n/texts';
import { isSignInNotConfirmed, withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { TimeAgo } from '../../../lib/time/time-ago';
import { useOwnProfile } from '../own-profile';
import { securitySettingsQuery } from './security.queries';

const CHOICES = [0, 1, 6, 12, 24, 48, 72] as const;

const wordsFor = (t: TFunction, hours: number): string => (hours === 0 ? t('Immediately') : t('{{hours}} h', { hours }));

/** How long a new receiving address waits, and the freeze after "This was not me". */
export function AddressLockCard() {
  const { t } = useTranslation();
  const { userId } = useOwnProfile();
  const { data } = useQuery(securitySettingsQuery(userId)); // the card of the sign-in protection shows a failure
  if (data === undefined) return null;
  return (
    <Card title={t('Changes to receiving addresses')}>
      <div className="grid gap-4">
        {data.addressesFrozenAt !== null && <Freeze userId={userId} />}
        <p className="text-muted">
          {data.addressLockHours === 0
            ? t('New addresses are used at once. With a waiting time you can cancel a change that was not yours before it takes effect.')
            : t(
                'A new address is used only after the waiting time. Until then you can cancel the change on the page of the merchant or from the email about it. A shorter waiting time applies only once the current one has passed.',
              )}
        </p>
        <Hours userId={userId} settings={data} />
      </div>
    </Card>
  );
}

function useChange(userId: string, change: () => Promise<unknown>, done: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => withRecentSignIn(change),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: securitySettingsQuery(userId).queryKey });
      toast.success(done);
    },
    onError: (error) => {
      if (!isSignInNotConfirmed(error)) toast.error(errorText(t, error, t('Something went wrong. Please try again.')));
    },
  });
}

function Freeze({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const lift = useChange(userId, () => call(changeNoticesApi.unfreeze), t('Receiving addresses can be changed again'));
  return (
    <Notice
      tone="warning"
      title={t('Receiving addresses are frozen')}
      action={
        <Button size="sm" busy={lift.isPending} onClick={() => lift.mutate()}>
          {t('Lift the freeze')}
        </Button>
      }
    >
      {t('You reported a change that was not yours. Check your addresses and keys before you lift the freeze.')}
    </Notice>
  );
}

function Hours({ userId, settings }: { userId: string; settings: SecuritySettings }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { addressLockHours, pendingLockHours, pendingLockAt, addressesFrozenAt } = settings;
  const save = useMutation({
    mutationFn: (hours: number) =>
      withRecentSignIn(() => call(securityApi.change, { params: { id: userId }, body: { addressLockHours: hours } })),
    onSuccess: (saved) => {
      client.setQueryData(securitySettingsQuery(userId).queryKey, saved);
      toast.success(t('Security settings updated'));
    },
    onError: (error) => {
      if (!isSignInNotConfirmed(error)) toast.error(errorText(t, error, t('Something went wrong. Please try again.')));
    },
  });
  const chosen = pendingLockHours ?? addressLockHours;
  const offered = [...new Set([...CHOICES, addressLockHours, chosen])].sort((a, b) => a - b);
  return (
    <Field label={t('Waiting time')}>
      {(aria) => (
        <>
          <Select
            {...aria}
            value={String(chosen)}
            disabled={save.isPending || addressesFrozenAt !== null}
            onChange={(hours) => save.mutate(Number.parseInt(hours, 10))}
            options={offered.map((hours) => ({ value: String(hours), label: wordsFor(t, hours) }))}
          />
          {pendingLockAt !== null && (
            <p className="text-caption text-muted">
              {t('Now {{hours}}; the shorter time applies', { hours: wordsFor(t, addressLockHours) })}{' '}
              <TimeAgo at={pendingLockAt} clock="business" />
            </p>
          )}
        </>
      )}
    </Field>
  );
}
