import { passkeysApi } from '@stablegate/contract';
import { Button, popup } from '@stablegate/ui';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../lib/api/api';
import { errorText, requestOf } from '../../../lib/api/error-text';
import { useTranslation } from '../../../lib/i18n/texts';
import { askForPasskey, isPasskeyDeclined } from '../../../lib/session/passkeys';
import { useFinishSignIn } from './use-finish-sign-in';

export type PasskeyButtonProps = {
  /** Finishes a sign-in that the password began. */
  secondStep?: boolean;
  remember?: () => boolean;
  variant?: 'primary' | 'secondary';
  label: string;
};

/** A passkey counts as two factors: it signs in by itself, or in place of the code. */
export function PasskeyButton({ secondStep = false, remember, variant = 'secondary', label }: PasskeyButtonProps) {
  const { t } = useTranslation();
  const finish = useFinishSignIn();
  const [isBusy, setBusy] = useState(false);
  const signIn = async () => {
    setBusy(true);
    try {
      const credential = await askForPasskey();
      await call(passkeysApi.signIn, { body: { credential, secondStep, remember: remember?.() ?? false } });
      await finish({ hasWelcome: !secondStep });
    } catch (error) {
      if (isPasskeyDeclined(error)) return;
      const text = errorText(t, error, t('This passkey was not accepted. Please try again.'));
      void popup({ title: t('Login Failed'), text, icon: 'error', failed: requestOf(t, error), buttonLabel: t('OK') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="lg"
      block
      variant={variant}
      busy={isBusy}
      icon={<KeyRound className="icon" aria-hidden="true" />}
      onClick={() => void signIn()}
    >
      {label}
    </Button>
  );
}
