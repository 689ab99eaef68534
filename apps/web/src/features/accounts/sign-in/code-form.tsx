import { CODE_LENGTH } from '@stablegate/contract';
import { Button, CodeInput, type CodeInputHandle, popup } from '@stablegate/ui';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { AppCodeHint, MailCodeHint } from './code-hint';
import type { SecondStep } from './pending-login';
import { useVerifyCode } from './use-verify-code';

export function CodeForm({ method }: { method: SecondStep }) {
  const { t } = useTranslation();
  const boxes = useRef<CodeInputHandle>(null);
  const [code, setCode] = useState('');
  const { verify, isVerifying } = useVerifyCode(() => boxes.current?.clear());
  const submit = async () => {
    if (code.length === CODE_LENGTH) return verify(code);
    const text = t('Please enter a valid 6-digit verification code.');
    await popup({ title: t('Invalid Code'), text, icon: 'warning', buttonLabel: t('OK') });
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <CodeInput
        ref={boxes}
        length={CODE_LENGTH}
        label={t('Verification code')}
        boxLabel={(n) => t('Digit {{n}} of {{m}}', { n, m: CODE_LENGTH })}
        onChange={setCode}
        onComplete={(whole) => void verify(whole)}
        disabled={isVerifying}
        autoFocus
      />
      {method === 'email' ? <MailCodeHint /> : <AppCodeHint />}
      <Button type="submit" variant="primary" size="lg" block disabled={isVerifying} busy={isVerifying} busyLabel={t('Verifying...')}>
        {t('Verify')}
      </Button>
    </form>
  );
}
