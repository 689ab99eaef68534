import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';

export type EntryRow = {
  readonly id: string;
  readonly translationKey: string;
  readonly translationValue: string;
  readonly missing: boolean;
};

/** Whether what visitors of a language download is larger than this. */
export async function isBundleLarger(tx: Queryable, language: string, bytesMax: number): Promise<boolean> {
  const { rows } = await sql<{ larger: boolean }>`
    select sum(octet_length(key) + octet_length(value)) > ${bytesMax} as larger from (
      select distinct on (key) key, value from translations
       where language in (${language}, 'en') and not missing
       order by key, case language when ${language} then 0 else 1 end) as bundle`.execute(tx);
  return rows[0]?.larger === true;
}

export async function findKeys(tx: Queryable, ids: readonly bigint[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select distinct key from translations where id = any(${ids}::bigint[]) order by key`.execute(
    tx,
  );
  return rows.map(({ key }) => key);
}

export async function deleteKeys(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`delete from translations where key = any(${keys}::text[])`.execute(tx);
}

/** A missing text shows what readers see now. */
export async function listEntries(tx: Queryable, language: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select t.id::text as id, t.key as "translationKey",
           case when t.missing then coalesce(e.value, t.key) else t.value end as "translationValue", t.missing
      from translations t left join translations e on e.language = 'en' and e.key = t.key and not e.missing
     where t.language = ${language} order by t.key collate "C"`.execute(tx);
  return rows;
}

export type TextRow = { readonly id: bigint; readonly language: string; readonly key: string; readonly value: string };

export async function lockEntry(tx: Tx, id: bigint): Promise<TextRow | undefined> {
  const { rows } = await sql<TextRow>`select id, language, key, value from translations where id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Edited or machine-translated for an admin: no release overwrites it. */
export async function saveText(tx: Queryable, text: Pick<TextRow, 'language' | 'key' | 'value'>): Promise<void> {
  await sql`
    insert into translations (language, key, value, edited) values (${text.language}, ${text.key}, ${text.value}, true)
    on conflict (language, key) do update set value = excluded.value, edited = true, missing = false, updated_at = now()`.execute(tx);
}

/** In any spelling of the same code. */
export async function hasLanguage(tx: Queryable, code: string): Promise<boolean> {
  const { rows } = await sql`select 1 from languages where lower(code) = lower(${code})`.execute(tx);
  return rows.length > 0;
}
