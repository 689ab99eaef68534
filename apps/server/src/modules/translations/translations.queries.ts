import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';

export type LanguageRow = { readonly code: string; readonly name: string; readonly flag: string };

export function listLanguages(tx: Queryable): Promise<LanguageRow[]> {
  return tx.selectFrom('languages').select(['code', 'name', 'flag']).orderBy('position').orderBy('code').execute();
}

/** Every key has a text: the language's own, otherwise the English one. */
export async function readBundle(tx: Queryable, language: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ key: string; value: string }>`
    select distinct on (key) key, value from translations
     where language in (${language}, 'en') and not missing
     order by key, case language when ${language} then 0 else 1 end`.execute(tx);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

export async function addLanguageIfAbsent(tx: Queryable, language: LanguageRow & { position?: number }): Promise<boolean> {
  const result = await tx
    .insertInto('languages')
    .values(language)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Inserts new shipped texts and updates changed ones; an admin's edits stay. */
export async function upsertShipped(tx: Queryable, language: string, texts: Record<string, string>): Promise<void> {
  await sql`
    insert into translations (language, key, value)
    select ${language}, key, value from jsonb_each_text(${JSON.stringify(texts)}::jsonb)
    on conflict (language, key) do update
       set value = excluded.value, missing = false, updated_at = now()
     where not translations.edited and (translations.value <> excluded.value or translations.missing)`.execute(tx);
}

/**
 * Deletes the keys of earlier releases that this one no longer has: only a release writes a translation that nobody edited. An edited key
 * stays until an admin deletes it.
 */
export async function dropRetired(tx: Queryable, shipped: readonly string[]): Promise<void> {
  await sql`
    delete from translations where key in (
      select key from translations group by key
      having bool_or(language <> 'en' and not missing and not edited) and not bool_or(edited)
      except select unnest(${shipped}::text[]))`.execute(tx);
}

export type Copied = { readonly language?: string; readonly keys?: readonly string[] };

/** Gives every language (or one) a row for every key (or these), so that it can be edited; returns how many were missing. */
export async function copyMissing(tx: Queryable, { language, keys }: Copied = {}): Promise<number> {
  const result = await sql`
    insert into translations (language, key, value, missing)
    select l.code, k.key, k.value, true
      from (select key, value from translations
             where language = 'en' and not missing and (${keys ?? null}::text[] is null or key = any(${keys ?? null}::text[]))) k
     cross join languages l
     where ${language ?? null}::text is null or l.code = ${language ?? null}::text
    on conflict (language, key) do nothing`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}

/** Keys that no language has yet. */
export async function unknownKeys(tx: Queryable, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select wanted.key from unnest(${keys}::text[]) as wanted(key)
     where not exists (select 1 from translations t where t.key = wanted.key and t.language = 'en' and not t.missing)`.execute(tx);
  return rows.map((row) => row.key);
}

/**
 * Guests' reports are limited in number and length: an admin may take them all over, and every visitor downloads them then. One report at a
 * time, so that the limits hold.
 */
export async function reportKeys(tx: Tx, keys: readonly string[], max: { keys: number; bytes: number }): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reported-keys', 0))`.execute(tx);
  const result = await sql`
    insert into reported_keys (key)
    select g.key
      from (select key, ordinality, sum(octet_length(key)) over (order by ordinality) as bytes
              from unnest(${keys}::text[]) with ordinality as u (key, ordinality)) g,
           (select count(*) as keys, coalesce(sum(octet_length(key)), 0) as bytes from reported_keys) w
     where g.bytes + w.bytes <= ${max.bytes} and g.ordinality + w.keys <= ${max.keys}
    on conflict (key) do nothing`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}

/** Into English, where the text is the key. A text that had only been copied there counts as written now. */
export async function addKeys(tx: Queryable, keys: readonly string[]): Promise<number> {
  const result = await sql`
    insert into translations (language, key, value)
    select 'en', key, key from unnest(${keys}::text[]) as key
    on conflict (language, key) do nothing`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}
