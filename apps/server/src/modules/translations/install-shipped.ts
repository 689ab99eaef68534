import { createHash } from 'node:crypto';
import { LANGUAGE_DEFAULT } from '@stablegate/rules';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db';
import { listShipped, readShippedTexts } from './shipped';
import { addLanguageIfAbsent, copyMissing, dropRetired, upsertShipped } from './translations.queries';

/** False when exactly these are installed. The row is the lock: of several processes that start concurrently, one writes. */
async function claim(tx: Tx, digest: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into shipped_texts (digest) values (${digest})
    on conflict (id) do update set digest = excluded.digest, installed_at = now() where shipped_texts.digest <> excluded.digest`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** Installs the texts of this release; returns whether there was anything to do. */
export async function installShipped(db: Db): Promise<boolean> {
  const shipped = listShipped().map((language) => ({ ...language, texts: readShippedTexts(language.code) }));
  const digest = createHash('sha256').update(JSON.stringify(shipped)).digest('base64url');
  return db.transaction(async (tx) => {
    if (!(await claim(tx, digest))) return false;
    for (const { texts, ...language } of shipped) {
      await addLanguageIfAbsent(tx, language);
      await upsertShipped(tx, language.code, texts);
    }
    await dropRetired(tx, Object.keys(readShippedTexts(LANGUAGE_DEFAULT)));
    await copyMissing(tx);
    return true;
  });
}
