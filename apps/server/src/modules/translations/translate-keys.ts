import { afterCommit, type Tx } from '../../platform/db/db';
import { listMissing, saveText } from './language-admin.queries';
import { AT_ONCE, type RetranslateDeps, SLICE_MS } from './retranslate';
import { listTargets } from './retranslate.queries';
import { JOB_DEADLINE_MS } from './translator';

export const TRANSLATE_KEYS_JOB = 'translations.translate_keys';

/** In the transaction of the keys: one job per language, so that a slow answer delays no other language. */
export async function queueNewKeys({ jobs, translator }: RetranslateDeps, tx: Tx, keys: readonly string[]): Promise<void> {
  if (!translator.isConfigured || keys.length === 0) return;
  for (const language of await listTargets(tx)) await jobs.enqueue(tx, TRANSLATE_KEYS_JOB, { language, keys });
}

/** New English keys in one language, but for those that somebody has translated meanwhile. Texts that cannot be translated stay missing, and readers see the English text. */
export async function translateNewKeys(deps: RetranslateDeps, language: string, added: readonly string[]): Promise<void> {
  const endsAt = Date.now() + SLICE_MS;
  const keys = await listMissing(deps.db.query, language, added);
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    if (Date.now() >= endsAt) return deps.jobs.enqueue(deps.db.query, TRANSLATE_KEYS_JOB, { language, keys: keys.slice(at) });
    const translated = await Promise.all(
      keys.slice(at, at + AT_ONCE).map(async (key) => ({
        key,
        value: await deps.translator.translate({ text: key, source: 'en', target: language }, JOB_DEADLINE_MS).catch(() => undefined),
      })),
    );
    await deps.db.transaction(async (tx) => {
      for (const { key, value } of translated) if (value !== undefined) await saveText(tx, { language, key, value });
      afterCommit(tx, deps.bundles.announce);
    });
  }
}
