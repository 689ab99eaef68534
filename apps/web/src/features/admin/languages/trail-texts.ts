import type { TFunction } from 'i18next';

/** The audit trail's actions in words; an unlisted one is shown as is. */
export function trailText(t: TFunction, action: string): string {
  const words: Readonly<Record<string, string>> = {
    'language.added': t('đã thêm ngôn ngữ'),
    'language.synced': t('đã đồng bộ key'),
    'language.retranslated': t('đã dịch lại toàn bộ'),
    'language.text_changed': t('đã sửa bản dịch'),
    'language.keys_added': t('đã thêm key'),
    'language.keys_deleted': t('đã xóa key'),
  };
  return words[action] ?? action;
}

/** The language, and the keys where the entry names them. */
export function trailDetail(subject: string, { key, keys }: Readonly<Record<string, unknown>>): string {
  const named = Array.isArray(keys) ? keys : key === undefined ? [] : [key];
  return [subject, named.join(', ')].filter((part) => part !== '').join(' · ');
}
