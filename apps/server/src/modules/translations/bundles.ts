import { createHash } from 'node:crypto';
import { AppError } from '../../platform/app-error';
import type { Db } from '../../platform/db/db';
import type { Notifications } from '../../platform/events/notifications';
import { listLanguages, readBundle } from './translations.queries';

export type Bundle = { readonly texts: Readonly<Record<string, string>>; readonly etag: string };

const CHANNEL = 'translations';
/** A notification may be lost; this limits how long an old text can stay. */
const CACHE_MS = 60_000;

/** All texts of a language, cached until one changes, here or in another process. */
export function createBundles({ db, notifications }: { db: Db; notifications: Notifications }) {
  const cache = new Map<string, { bundle: Bundle; at: number }>();
  let changes = 0;
  const forget = () => {
    changes += 1;
    cache.clear();
  };
  notifications.subscribe(CHANNEL, forget);

  return {
    /** After the commit of a change: effective here immediately, and in the other processes once they are notified. */
    announce: () => {
      forget();
      notifications.publish(CHANNEL);
    },
    get: async (language: string): Promise<Bundle> => {
      const cached = cache.get(language);
      if (cached !== undefined && Date.now() - cached.at < CACHE_MS) return cached.bundle;
      const before = changes;
      const known = await listLanguages(db.query);
      if (!known.some(({ code }) => code === language)) throw new AppError('not_found');
      const texts = await readBundle(db.query, language);
      const bundle = { texts, etag: `"${createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22)}"` };
      // The result may be older than a concurrent change: it is used once and not cached.
      if (before === changes) cache.set(language, { bundle, at: Date.now() });
      return bundle;
    },
  };
}
export type Bundles = ReturnType<typeof createBundles>;
