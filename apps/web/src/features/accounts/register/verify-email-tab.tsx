import { Button } from '@stablegate/ui';
import { Mail } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n/texts';
import type { VerificationMail } from './use-verification-mail';

export function VerifyEmailTab({ email, mail }: { email: string; mail: VerificationMail }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <p className="text-caption text-muted">{t('We send a link to this address. It works for 24 hours.')}</p>
        <p className="flex items-center gap-2 font-medium">
          <Mail className="icon text-subtle" aria-hidden="true" />
          <bdi className="min-w-0 wrap-anywhere">{email}</bdi>
        </p>
      </div>
      <Button variant="primary" size="lg" block busy={mail.isSending} disabled={mail.left > 0} onClick={() => void mail.send()}>
        {mail.left > 0 ? t('Resend in {{n}}s', { n: mail.left }) : t('Send Verification Link')}
      </Button>
    </div>
  );
}
