import { CODE_LENGTH, type TwoFactorSetup, twoFactorApi } from '@stablegate/contract';
import { confirm, type PopupIcon, popup, type RequestIdProps, toast } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api';
import { ApiError } from '../../../lib/api/api-error';
import { errorText, requestOf } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { profileQuery } from '../../../lib/session/profile.query';
import { isSignInNotConfirmed, withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { EVERY_USER } from '../../../lib/session/session';
import { useOwnProfile } from '../own-profile';
import { sessionsQuery } from './security.queries';

type Say = { icon: PopupIcon; title: string; text?: string; detail?: string; failed?: RequestIdProps | undefined };

/** The messages of specification 1, section 8, followed by the server's reason where it says more. */
function useFailures() {
  const { t } = useTranslation();
  // Not awaited: the card is usable while the message is shown.
  const say = (message: Say) => void popup({ ...message, buttonLabel: t('OK') });
  const reasonOf = (error: unknown) => (error instanceof ApiError ? errorText(t, error, '') : undefined);
  const unlessCancelled = (tell: (error: unknown) => void) => (error: unknown) => {
    if (!isSignInNotConfirmed(error)) tell(error);
  };
  return {
    badCode: () => say({ icon: 'warning', title: t('Please enter a valid 6-digit code.') }),
    start: unlessCancelled((error) =>
      say({ icon: 'error', title: t('Error'), text: t('Failed to generate QR code'), detail: reasonOf(error) }),
    ),
    verify: unlessCancelled((error) => {
      const isCode = error instanceof ApiError && error.code === 'invalid_code';
      say({ icon: 'error', title: t('Failed'), text: t('Invalid code or session expired'), detail: isCode ? undefined : reasonOf(error) });
    }),
    disable: unlessCancelled((error) =>
      say({ icon: 'error', title: t('Error'), text: errorText(t, error, t('Failed to disable 2FA.')), failed: requestOf(t, error) }),
    ),
  };
}

/** Updates the card to the server's state; other sessions were ended, and the account no longer asks for a factor. */
function useSetEnabled() {
  const client = useQueryClient();
  const { userId } = useOwnProfile();
  return async (twoFactorEnabled: boolean) => {
    client.setQueryData(profileQuery(userId).queryKey, (before) => before && { ...before, twoFactorEnabled });
    await Promise.all([sessionsQuery.queryKey, EVERY_USER].map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

/** Without a secret there is nothing to set up, and no code to draw. */
function readSetup(setup: TwoFactorSetup): TwoFactorSetup {
  if (!setup.qrUrl || !setup.secret) throw new TypeError('the answer has no secret');
  return setup;
}

/** disabled → in-setup → enabled → disabled (specification 1, section 4). */
export function useTwoFactor() {
  const { t } = useTranslation();
  const failures = useFailures();
  const setEnabled = useSetEnabled();
  const [setup, setSetup] = useState<TwoFactorSetup>();
  /** Shown once: they exist only on this page. */
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();

  const start = useMutation({
    mutationFn: async () => readSetup(await withRecentSignIn(() => call(twoFactorApi.enable))),
    onSuccess: setSetup,
    onError: failures.start,
  });
  const verify = useMutation({
    mutationFn: (code: string) => withRecentSignIn(() => call(twoFactorApi.verifyEnable, { body: { code } })),
    onSuccess: async (reply) => {
      setRecoveryCodes(reply.recoveryCodes);
      setSetup(undefined);
      await setEnabled(true);
    },
    onError: failures.verify,
  });
  const disable = useMutation({
    mutationFn: () => withRecentSignIn(() => call(twoFactorApi.disable)),
    onSuccess: async () => {
      setRecoveryCodes(undefined);
      toast.success(t('Two-factor authentication is off'));
      await setEnabled(false);
    },
    onError: failures.disable,
  });
  const askAndDisable = async () => {
    const isSure = await confirm({
      title: t('Disable two-factor authentication?'),
      text: t('Signing in will ask for your password only. Your recovery codes stop working, and your other sessions end.'),
      confirmLabel: t('Disable'),
      cancelLabel: t('Cancel'),
      icon: 'warning',
      danger: true,
    });
    if (isSure) disable.mutate();
  };

  return {
    setup,
    recoveryCodes,
    isBusy: start.isPending || verify.isPending || disable.isPending,
    isVerifying: verify.isPending,
    start: () => start.mutate(),
    cancel: () => setSetup(undefined),
    verify: (code: string) => (code.length === CODE_LENGTH ? verify.mutate(code) : failures.badCode()),
    disable: () => void askAndDisable(),
    forgetRecoveryCodes: () => setRecoveryCodes(undefined),
  };
}

export type TwoFactor = ReturnType<typeof useTwoFactor>;
