import { createHash } from 'node:crypto';
import { LANGUAGE_DEFAULT, type Language } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import type { Db } from '../../platform/db';
import type { Notifications } from '../../platform/notifications';
import { readShippedTexts, SHIPPED } from './shipped';
import { addKeys, addLanguageIfAbsent, listLanguages, readBundle, reportKeys, unknownKeys, upsertShipped } from './translations.queries';

export type TranslationDeps = { db: Db; notifications: Notifications };
export type Bundle = { readonly texts: Record<string, string>; readonly etag: string };

const CHANNEL = 'translations';
const REPORTED_MAX = 2_000;
/** A message between processes may be lost; this bounds how long an old text can stay. */
const CACHE_MS = 60_000;

export function createTranslationService({ db, notifications }: TranslationDeps) {
  const cache = new Map<string, { bundle: Bundle; at: number }>();
  notifications.subscribe(CHANNEL, () => cache.clear());

  function changed(): void {
    cache.clear();
    notifications.publish(CHANNEL);
  }

  async function getBundle(language: string): Promise<Bundle> {
    const cached = cache.get(language);
    if (cached !== undefined && Date.now() - cached.at < CACHE_MS) return cached.bundle;
    const known = await listLanguages(db.query);
    if (!known.some(({ code }) => code === language)) throw new AppError('not_found');
    const texts = await readBundle(db.query, language);
    const bundle = { texts, etag: `"${createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22)}"` };
    cache.set(language, { bundle, at: Date.now() });
    return bundle;
  }

  return {
    getBundle,
    listLanguages: async (): Promise<Language[]> => (await listLanguages(db.query)).map((row) => ({ id: row.code, ...row })),
    /** Guests' keys wait for an admin; an admin's are added to English at once, where the text is the key. */
    addMissing: async (keys: readonly string[], byAdmin: boolean): Promise<number> => {
      const fresh = await unknownKeys(db.query, [...new Set(keys)], LANGUAGE_DEFAULT);
      if (fresh.length === 0) return 0;
      if (!byAdmin) return reportKeys(db.query, fresh, REPORTED_MAX);
      const added = await addKeys(db.query, LANGUAGE_DEFAULT, fresh);
      changed();
      return added;
    },
    /** At every start: the texts of this release go into the database, one process at a time by the row locks. */
    installShipped: async (): Promise<void> => {
      await db.transaction(async (tx) => {
        for (const [position, language] of SHIPPED.entries()) {
          await addLanguageIfAbsent(tx, { ...language, position });
          await upsertShipped(tx, language.code, readShippedTexts(language.code));
        }
      });
      changed();
    },
    /** All texts of a language; one that is unknown has none, and the reader gets the keys, which are English. */
    textsOf: async (language: string): Promise<Readonly<Record<string, string>>> => {
      const known = await listLanguages(db.query);
      return known.some(({ code }) => code === language) ? (await getBundle(language)).texts : {};
    },
    /** A text of ours in the reader's language, for mails and pages the server writes. English is the key itself. */
    translator: async (language: string) => {
      const { texts } = await getBundle(language).catch(() => ({ texts: {} as Record<string, string> }));
      return (key: string, values: Record<string, string> = {}): string =>
        (texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (match, name: string) => values[name] ?? match);
    },
  };
}
export type TranslationService = ReturnType<typeof createTranslationService>;
