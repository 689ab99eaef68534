import { adminApi } from '@stablegate/contract';
import { Button, confirm } from '@stablegate/ui';
import { useState } from 'react';
import { call } from '../../../lib/api/api';
import { useTranslation } from '../../../lib/i18n/texts';
import { withRecentSignIn } from '../../../lib/session/recent-sign-in';
import { useAdminAnnounce } from '../announce';
import type { UserRow } from './read-user';

/** For an account that somebody else may be using. */
export function EndSessions({ user: { id, username } }: { user: UserRow }) {
  const { t } = useTranslation();
  const announce = useAdminAnnounce();
  const [isEnding, setEnding] = useState(false);

  const end = async () => {
    const isSure = await confirm({
      title: t('End sessions of {{username}}', { username }),
      text: t('All sessions and mailed password links of this account end at once. The password stays.'),
      confirmLabel: t('End sessions'),
      cancelLabel: t('Cancel'),
    });
    if (!isSure) return;
    setEnding(true);
    try {
      await withRecentSignIn(() => call(adminApi.endSessions, { params: { id } }));
      announce.done(t('All sessions have ended'));
    } catch (error) {
      announce.failed(error, t('The sessions could not be ended'));
    } finally {
      setEnding(false);
    }
  };
  return (
    <Button size="sm" busy={isEnding} aria-label={t('End sessions of {{username}}', { username })} onClick={() => void end()}>
      {t('End sessions')}
    </Button>
  );
}
