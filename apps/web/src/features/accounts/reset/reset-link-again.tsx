import { Button, toast } from '@stablegate/ui';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/texts';
import { useResendCountdown } from '../register/resend-countdown';
import { useResetLink } from './use-reset-link';

export const resetCountdownOf = (email: string): string => `reset:${email.toLowerCase()}`;

/** The server mails a link at most once a minute per account, silently: the button says when another request makes sense. */
export function ResetLinkAgain({ email }: { email: string }) {
  const { t } = useTranslation();
  const ask = useResetLink();
  const [isSending, setSending] = useState(false);
  const { left, start } = useResendCountdown(resetCountdownOf(email));
  const again = async () => {
    setSending(true);
    if (await ask(email)) {
      start();
      toast.success(t('If the account exists, another link is on its way.'));
    }
    setSending(false);
  };
  return (
    <Button size="lg" block busy={isSending} disabled={left > 0} onClick={() => void again()}>
      {left > 0 ? t('Resend in {{n}}s', { n: left }) : t('Send the link again')}
    </Button>
  );
}
