import type { AuditEntryView, TranslationEntry } from '@stablegate/contract';
import { newAdmin } from '../admins';
import { startTestApp, type TestApp } from '../app';
import type { Merchant } from '../stores';
import { startTestTranslator, type TestTranslator } from './translator';

/** A running app with a translator, and an admin at the language screen. */
export type LanguageDesk = {
  readonly app: TestApp;
  readonly admin: Merchant;
  readonly translator: TestTranslator;
  listOf(lang: string): Promise<TranslationEntry[]>;
  entryOf(lang: string, key: string): Promise<TranslationEntry | undefined>;
  /** The texts that a visitor's browser gets. */
  bundleOf(lang: string): Promise<Record<string, string>>;
  save(id: string, value: string, lang?: string): ReturnType<Merchant['post']>;
  /** What the audit log has, newest first. */
  trail(action?: string): Promise<AuditEntryView[]>;
};

export async function startLanguageDesk(): Promise<LanguageDesk> {
  const translator = await startTestTranslator();
  const app = await startTestApp({ env: { TRANSLATOR_URL: translator.url, TRANSLATOR_API_KEY: 'k' }, roles: ['worker'] });
  const admin = await newAdmin(app);
  const listOf = async (lang: string) => (await admin.get(`/auth/translations/list?lang=${lang}`)).json<TranslationEntry[]>();
  return {
    app,
    admin,
    translator,
    listOf,
    entryOf: async (lang, key) => (await listOf(lang)).find(({ translationKey }) => translationKey === key),
    bundleOf: async (lang) => (await app.browser().get(`/auth/translations?lang=${lang}`)).json<Record<string, string>>(),
    save: (id, value, lang) => admin.post(`/auth/translations/update-value?${new URLSearchParams({ id, value, ...(lang && { lang }) })}`),
    trail: async (action = 'language') =>
      (await admin.get(`/admin/audit-log?action=${action}`)).json<{ data: { entries: AuditEntryView[] } }>().data.entries,
  };
}
