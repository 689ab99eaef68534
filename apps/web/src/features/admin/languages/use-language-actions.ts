import { languageAdminApi } from '@stablegate/contract';
import { confirm } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api';
import { useTranslation } from '../../../lib/i18n/texts';
import { useAdminAnnounce } from '../announce';
import { retranslationQuery } from './languages.queries';

type Action = 'retranslate' | 'sync';

/** The two buttons that affect many texts: each asks before it runs (specification 2). */
export function useLanguageActions(lang: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const announce = useAdminAnnounce();
  const [running, setRunning] = useState<Action>();

  const retranslate = async () => {
    const isSure = await confirm({
      title: t('Do you want to retranslate all texts with GPT?'),
      text: t('Every text in {{lang}} will be replaced by a machine translation.', { lang }),
      confirmLabel: t('Retranslate all'),
      cancelLabel: t('Cancel'),
    });
    if (!isSure) return;
    setRunning('retranslate');
    try {
      const { message } = await call(languageAdminApi.retranslateAll, { query: { lang } });
      announce.done(message || t('Retranslation has started'));
      await client.invalidateQueries({ queryKey: retranslationQuery(lang).queryKey });
    } catch (error) {
      announce.failed(error, t('The request could not be sent'));
    } finally {
      setRunning(undefined);
    }
  };

  const sync = async () => {
    const isSure = await confirm({
      title: t('Sync translations?'),
      text: t('Missing keys will be added to all languages.'),
      confirmLabel: t('Sync keys'),
      cancelLabel: t('Cancel'),
    });
    if (!isSure) return;
    setRunning('sync');
    try {
      const { message } = await call(languageAdminApi.sync);
      announce.done(message || t('Synced')); // Specification 2, section 8: one or the other
      await client.invalidateQueries({ queryKey: ['admin', 'languages'] });
    } catch (error) {
      announce.failed(error, t('The translations could not be synced'));
    } finally {
      setRunning(undefined);
    }
  };
  return { running, retranslate, sync };
}
