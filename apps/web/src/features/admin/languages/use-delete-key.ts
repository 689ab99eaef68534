import { languageAdminApi, type TranslationEntry } from '@stablegate/contract';
import { confirm } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api';
import { useTranslation } from '../../../lib/i18n/texts';
import { useAdminAnnounce } from '../announce';

/** In all languages. Offered for keys that this release does not contain. */
export function useDeleteKey({ id, translationKey }: TranslationEntry) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const announce = useAdminAnnounce();
  const [isDeleting, setIsDeleting] = useState(false);

  const deleteKey = async () => {
    const isSure = await confirm({
      title: t('Delete this key?'),
      text: t('The key “{{key}}” will be deleted in all languages.', { key: translationKey }),
      confirmLabel: t('Delete'),
      cancelLabel: t('Cancel'),
    });
    if (!isSure) return;
    setIsDeleting(true);
    try {
      await call(languageAdminApi.deleteKeys, { body: { ids: [id] } });
      await client.invalidateQueries({ queryKey: ['admin', 'languages'] });
    } catch (error) {
      announce.failed(error, t('The key could not be deleted'));
    } finally {
      setIsDeleting(false);
    }
  };
  return { isDeleting, deleteKey };
}
