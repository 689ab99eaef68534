import { Button } from '@stablegate/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { STORES_KEY } from '../../../lib/api/stores.queries';
import { useTranslation } from '../../../lib/i18n/texts';
import { TimeAgo } from '../../../lib/time/time-ago';
import { useAnnounce } from '../use-announce';

/** Below what is in use: what replaces it and when, and how to stop that. */
export function PendingChange({ at, onCancel, children }: { at: string; onCancel: () => Promise<unknown>; children: ReactNode }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const announce = useAnnounce();
  const cancel = useMutation({
    mutationFn: onCancel,
    onSuccess: () => announce.done(t('The change was cancelled')),
    onError: (error) => announce.refused(error, t('Something went wrong. Please try again.')),
    onSettled: () => client.invalidateQueries({ queryKey: STORES_KEY }),
  });
  return (
    <div className="pending-change">
      <Clock className="icon-sm" aria-hidden="true" />
      <span>
        {children} <TimeAgo at={at} clock="business" />
      </span>
      <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('Cancel change')}
      </Button>
    </div>
  );
}
