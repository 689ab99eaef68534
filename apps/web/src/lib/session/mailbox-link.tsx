import { ExternalLink } from 'lucide-react';
import { isSandbox } from '../api/runtime-mode';
import { useTranslation } from '../i18n/texts';
import { useHasScreen } from '../screen';

/** In the sandbox no mail leaves the machine: links to the mailbox, in a new tab. */
export function MailboxLink({ to }: { to?: string }) {
  const { t } = useTranslation();
  const hasScreen = useHasScreen();
  if (!isSandbox() || !hasScreen('/sandbox/mailbox')) return null;
  const search = to === undefined ? '' : `?${new URLSearchParams({ to })}`;
  return (
    <p className="text-center text-caption">
      <a className="link inline-flex items-center gap-1" href={`/sandbox/mailbox${search}`} target="_blank" rel="noopener">
        {t('Open the sandbox mailbox')}
        <ExternalLink className="icon-sm" aria-hidden="true" />
      </a>
    </p>
  );
}
