import { type Passkey, passkeysApi } from '@stablegate/contract';
import { popup, toast } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';
import { errorText, requestOf } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { createPasskey } from '../../../lib/session/passkeys';
import { profileQuery } from '../../../lib/session/profile.query';
import { isSignInNotConfirmed, withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { EVERY_USER } from '../../../lib/session/session';
import { useConfirmed } from '../../../lib/use-confirmed';
import { useOwnProfile } from '../own-profile';
import { passkeysQuery, sessionsQuery } from './security.queries';

/** The profile and the account tell whether there is one; the other sessions have ended. */
function useRefresh() {
  const client = useQueryClient();
  const { userId } = useOwnProfile();
  return () =>
    Promise.all(
      [passkeysQuery.queryKey, sessionsQuery.queryKey, profileQuery(userId).queryKey, EVERY_USER].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

export function useAddPasskey(): (name: string) => Promise<void> {
  const { t } = useTranslation();
  const refresh = useRefresh();
  return async (name) => {
    const options = await withRecentSignIn(() => call(passkeysApi.newOptions, {}));
    const credential = await createPasskey(options);
    await call(passkeysApi.add, { body: { name, credential } });
    await refresh();
    toast.success(t('The passkey was added'));
  };
}

export function useRemovePasskey({ id, name }: Passkey) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const change = useMutation({
    mutationFn: () => withRecentSignIn(() => call(passkeysApi.remove, { params: { id } })),
    onSuccess: async () => {
      await refresh();
      toast.success(t('The passkey was removed'));
    },
    onError: (error) => {
      if (isSignInNotConfirmed(error)) return;
      const text = errorText(t, error, t('Something went wrong. Please try again.'));
      void popup({ icon: 'error', title: t('Error'), text, failed: requestOf(t, error), buttonLabel: t('OK') });
    },
  });
  return useConfirmed(change, {
    title: t('Remove the passkey {{name}}?', { name }),
    text: t('It can no longer be used to sign in to your account. Your other sessions will end.'),
    confirmLabel: t('Remove'),
    danger: true,
  });
}
