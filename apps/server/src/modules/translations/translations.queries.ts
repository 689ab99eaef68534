import { sql } from 'kysely';
import type { Queryable } from '../../platform/db';

export type LanguageRow = { code: string; name: string; flag: string };

export function listLanguages(tx: Queryable): Promise<LanguageRow[]> {
  return tx.selectFrom('languages').select(['code', 'name', 'flag']).orderBy('position').orderBy('code').execute();
}

export async function readBundle(tx: Queryable, language: string): Promise<Record<string, string>> {
  const rows = await tx.selectFrom('translations').select(['key', 'value']).where('language', '=', language).orderBy('key').execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

export async function addLanguageIfAbsent(tx: Queryable, language: LanguageRow & { position: number }): Promise<void> {
  await tx
    .insertInto('languages')
    .values(language)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}

/** New shipped texts come in, changed ones follow the release, what an admin edited stays. */
export async function upsertShipped(tx: Queryable, language: string, texts: Record<string, string>): Promise<void> {
  await sql`
    insert into translations (language, key, value)
    select ${language}, key, value from jsonb_each_text(${JSON.stringify(texts)}::jsonb)
    on conflict (language, key) do update
       set value = excluded.value, updated_at = now()
     where not translations.edited and translations.value <> excluded.value`.execute(tx);
}

/** Which of these keys no language knows yet. */
export async function unknownKeys(tx: Queryable, keys: readonly string[], language: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select wanted.key from unnest(${keys}::text[]) as wanted(key)
     where not exists (select 1 from translations t where t.language = ${language} and t.key = wanted.key)`.execute(tx);
  return rows.map((row) => row.key);
}

/** The list of what guests reported is bounded: a stranger must not fill our disk. */
export async function reportKeys(tx: Queryable, keys: readonly string[], max: number): Promise<number> {
  const result = await sql`
    insert into reported_keys (key)
    select key from unnest(${keys}::text[]) as key
     where (select count(*) from reported_keys) + ${keys.length} <= ${max}
    on conflict (key) do nothing`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}

export async function addKeys(tx: Queryable, language: string, keys: readonly string[]): Promise<number> {
  const result = await sql`
    insert into translations (language, key, value)
    select ${language}, key, key from unnest(${keys}::text[]) as key
    on conflict (language, key) do nothing`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}
