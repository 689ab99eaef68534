import { Button, Field, TextInput } from '@stablegate/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { useVerifyCode } from './use-verify-code';

/** Sign-in without the phone; the server accepts such a code instead of the app's. */
export function RecoveryCodeForm() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { verify, isVerifying } = useVerifyCode(() => {
    input.current?.focus();
    input.current?.select();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = code.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) input.current?.focus();
    else void verify(code);
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <Field label={t('Recovery code')} hint={t('Each code works once.')} error={isMissing && t('Please enter the code.')}>
        {(aria) => (
          <TextInput
            {...aria}
            ref={input}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            size="lg"
            className="mono"
            dir="ltr"
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            disabled={isVerifying}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" block disabled={isVerifying} busy={isVerifying} busyLabel={t('Verifying...')}>
        {t('Verify')}
      </Button>
    </form>
  );
}
