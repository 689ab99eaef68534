import { useQuery } from '@tanstack/react-query';
import { TRANSFERS_KEY } from '../../lib/api/transfers-key';
import { useTranslation } from '../../lib/i18n/texts';
import { useSession } from '../../lib/session/session';

const EVERY_MS = 60_000;

/** The number of transfers awaiting a decision; hidden at zero. */
export function UnmatchedBadge() {
  const { t } = useTranslation();
  const { isAuthenticated, emailVerified } = useSession();
  const { data: waiting = 0 } = useQuery({
    queryKey: [...TRANSFERS_KEY, 'count'],
    queryFn: async ({ signal }) => (await import('../../lib/api/unmatched-count')).readUnmatchedCount(signal),
    enabled: isAuthenticated && emailVerified,
    refetchInterval: EVERY_MS,
  });
  if (waiting === 0) return null;
  return (
    <span className="nav-count">
      {waiting}
      <span className="sr-only"> {t('waiting')}</span>
    </span>
  );
}
