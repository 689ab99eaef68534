import { createHash } from 'node:crypto';
import { AppError } from '../../platform/app-error';
import type { Db } from '../../platform/db/db';
import type { Notifications } from '../../platform/events/notifications';
import { type LanguageRow, listLanguages, readBundle } from './translations.queries';

export type Bundle = { readonly texts: Readonly<Record<string, string>>; readonly etag: string };

const CHANNEL = 'translations';
/** A notification may be lost; this limits how long an old text can stay. */
const CACHE_MS = 60_000;

type Kept<T> = { readonly value: T; readonly at: number };

/** The languages and all texts of each, cached until one changes, here or in another process. */
export function createBundles({ db, notifications }: { db: Db; notifications: Notifications }) {
  const bundles = new Map<string, Kept<Bundle>>();
  const lists = new Map<'languages', Kept<readonly LanguageRow[]>>();
  let changes = 0;
  const forget = () => {
    changes += 1;
    bundles.clear();
    lists.clear();
  };
  notifications.subscribe(CHANNEL, forget);

  async function keep<K, T>(cache: Map<K, Kept<T>>, key: K, read: () => Promise<T>): Promise<T> {
    const cached = cache.get(key);
    if (cached !== undefined && Date.now() - cached.at < CACHE_MS) return cached.value;
    const before = changes;
    const value = await read();
    // The result may be older than a concurrent change: it is used once and not cached.
    if (before === changes) cache.set(key, { value, at: Date.now() });
    return value;
  }
  const languages = () => keep(lists, 'languages', () => listLanguages(db.query));
  const isKnown = async (language: string): Promise<boolean> => (await languages()).some(({ code }) => code === language);

  return {
    languages,
    isKnown,
    /** After the commit of a change: effective here immediately, and in the other processes once they are notified. */
    announce: () => {
      forget();
      notifications.publish(CHANNEL);
    },
    get: (language: string): Promise<Bundle> =>
      keep(bundles, language, async () => {
        if (!(await isKnown(language))) throw new AppError('not_found');
        const texts = await readBundle(db.query, language);
        return { texts, etag: `"${createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22)}"` };
      }),
  };
}
export type Bundles = ReturnType<typeof createBundles>;
