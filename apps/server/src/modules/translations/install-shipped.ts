import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db';
import { listShipped, readBackOfficeKeys, readShippedTexts } from './shipped';
import { addLanguageIfAbsent, copyMissing, upsertShipped } from './translations.queries';

function readAll() {
  const languages = listShipped().map((language) => ({ ...language, texts: readShippedTexts(language.code) }));
  return { languages, backOffice: readBackOfficeKeys() };
}

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
  const shipped = readAll();
  const digest = createHash('sha256').update(JSON.stringify(shipped)).digest('base64url');
  return db.transaction(async (tx) => {
    if (!(await claim(tx, digest))) return false;
    for (const { texts, ...language } of shipped.languages) {
      await addLanguageIfAbsent(tx, language);
      await upsertShipped(tx, language.code, texts);
    }
    await upsertShipped(tx, 'vi', Object.fromEntries(shipped.backOffice.map((key) => [key, key])));
    await copyMissing(tx);
    return true;
  });
}
