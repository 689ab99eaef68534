import { CODE_LENGTH, type TwoFactorSetup } from '@stablegate/contract';
import { Button, CopyButton, Field, Qr, TextInput, toast } from '@stablegate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import type { TwoFactor } from './use-two-factor';

/** Groups of four, as authenticator apps show the secret. */
const inGroups = (secret: string): string => secret.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');

export function TwoFactorSetupForm({ setup, twoFactor }: { setup: TwoFactorSetup; twoFactor: TwoFactor }) {
  const { t } = useTranslation();
  return (
    <div className="tfa">
      <div className="tfa-paper">
        <Qr value={setup.qrUrl} label={t('QR code for your authenticator app')} />
      </div>
      <div className="grid grid-cols-1 content-start gap-3">
        <p className="text-muted">{t('Scan the code with your authenticator app, then enter the 6 digits it shows.')}</p>
        {/* On a phone nobody can scan its own screen. */}
        <Button asChild className="justify-self-start">
          <a href={setup.qrUrl}>{t('Open in authenticator app')}</a>
        </Button>
        <Secret secret={setup.secret} />
        <CodeForm twoFactor={twoFactor} />
      </div>
    </div>
  );
}

function Secret({ secret }: { secret: string }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-1">
      <span className="text-caption text-muted">{t('Or type this secret')}</span>
      <div className="flex items-center gap-2">
        <code className="mono secret" dir="ltr">
          {inGroups(secret)}
        </code>
        <CopyButton
          value={secret}
          label={t('Copy')}
          copiedLabel={t('Copied')}
          onFailed={() => toast.error(t('Your browser did not allow copying. Please select the text.'))}
        />
      </div>
    </div>
  );
}

function CodeForm({ twoFactor }: { twoFactor: TwoFactor }) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!twoFactor.isVerifying) twoFactor.verify(code);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Field label={t('6-digit code')}>
        {(aria) => (
          <div className="flex flex-wrap gap-2">
            <TextInput
              {...aria}
              className="code-input"
              dir="ltr"
              // The next step, and the pressed button is gone.
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={CODE_LENGTH}
              value={code}
              onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
            />
            <Button type="submit" className="h-auto" variant="primary" busy={twoFactor.isVerifying}>
              {t('Verify')}
            </Button>
            <Button variant="ghost" onClick={twoFactor.cancel} disabled={twoFactor.isVerifying}>
              {t('Cancel')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
