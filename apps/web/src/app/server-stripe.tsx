import { canMail, isSandbox } from '../lib/api/runtime-mode';
import { useTranslation } from '../lib/i18n/texts';

/** On every page: that a sandbox's money is not real, or that the server cannot send mail. */
export function ServerStripe() {
  const { t } = useTranslation();
  const [title, text] = isSandbox()
    ? [t('TEST MODE'), t('Sandbox: no real money moves')]
    : [
        t('Mail is not set up'),
        t('This server cannot send mail yet, so new accounts cannot be verified. Its operator has to set SMTP_URL.'),
      ];
  if (!isSandbox() && canMail()) return null;
  return (
    <aside className="stripe" aria-label={title}>
      <strong>{title}</strong>
      <span>{text}</span>
    </aside>
  );
}
