import type { TFunction } from '../../../lib/i18n/texts';

/** The audit trail's actions in words; an unlisted one is shown as is. */
export function trailText(t: TFunction, action: string): string {
  const words: Readonly<Record<string, string>> = {
    'language.added': t('added a language'),
    'language.synced': t('synced keys'),
    'language.retranslated': t('retranslated all texts'),
    'language.text_changed': t('changed a translation'),
    'language.keys_added': t('added keys'),
    'language.keys_deleted': t('deleted keys'),
  };
  return words[action] ?? action;
}

/** The language, and the keys where the entry names them. */
export function trailDetail(subject: string, { key, keys }: Readonly<Record<string, unknown>>): string {
  const named = Array.isArray(keys) ? keys : key === undefined ? [] : [key];
  return [subject, named.join(', ')].filter((part) => part !== '').join(' · ');
}
