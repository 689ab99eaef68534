import { languageAdminApi } from '@stablegate/contract';
import { confirm } from '@stablegate/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api';
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
      title: t('Bạn muốn dịch lại toàn bộ bản dịch với GPT?'),
      text: t('Mọi bản dịch của ngôn ngữ {{lang}} sẽ được thay bằng bản dịch máy.', { lang }),
      confirmLabel: t('Dịch toàn bộ'),
      cancelLabel: t('Hủy'),
    });
    if (!isSure) return;
    setRunning('retranslate');
    try {
      await call(languageAdminApi.retranslateAll, { query: { lang } });
      await client.invalidateQueries({ queryKey: retranslationQuery(lang).queryKey });
    } catch (error) {
      announce.failed(error, t('Không thể gửi yêu cầu'));
    } finally {
      setRunning(undefined);
    }
  };

  const sync = async () => {
    const isSure = await confirm({
      title: t('Đồng bộ bản dịch?'),
      text: t('Thêm các key còn thiếu cho tất cả ngôn ngữ.'),
      confirmLabel: t('Đồng bộ key'),
      cancelLabel: t('Hủy'),
    });
    if (!isSure) return;
    setRunning('sync');
    try {
      const { message } = await call(languageAdminApi.sync);
      announce.done(t('Đã đồng bộ'), message);
      await client.invalidateQueries({ queryKey: ['admin', 'languages'] });
    } catch (error) {
      announce.failed(error, t('Không thể đồng bộ bản dịch'));
    } finally {
      setRunning(undefined);
    }
  };
  return { running, retranslate, sync };
}
