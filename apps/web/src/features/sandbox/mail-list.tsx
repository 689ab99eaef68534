import type { MailboxEntry } from '@stablegate/contract';
import { useTranslation } from '../../lib/i18n/texts';
import { TimeAgo } from '../../lib/time/time-ago';

export type MailListProps = { mails: readonly MailboxEntry[]; openId: string | undefined; onOpen: (id: string) => void };

export function MailList({ mails, openId, onOpen }: MailListProps) {
  const { t } = useTranslation();
  return (
    <ul className="mail-list" aria-label={t('Mails, newest first')}>
      {mails.map(({ id, to, subject, createdAt }) => (
        <li key={id} data-current={id === openId || undefined}>
          <button type="button" className="mail-row" aria-current={id === openId || undefined} onClick={() => onOpen(id)}>
            <span className="truncate font-medium">{subject}</span>
            <span className="truncate text-caption text-muted">{to}</span>
          </button>
          <span className="mail-time">
            <TimeAgo at={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
