import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/db';

export type EntryRow = {
  readonly id: string;
  readonly translationKey: string;
  readonly translationValue: string;
  readonly missing: boolean;
  readonly waiting: boolean;
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
  const { rows } = await sql<{ key: string }>`
    select key from translations where id = any(${ids}::bigint[])
     union select key from reported_keys where id = any(${ids}::bigint[]) order by key`.execute(tx);
  return rows.map(({ key }) => key);
}

export async function deleteKeys(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`delete from reported_keys where key = any(${keys}::text[])`.execute(tx);
  await sql`delete from translations where key = any(${keys}::text[])`.execute(tx);
}

/** A missing text shows what readers see now. A reported key waits in every language until English has it. */
export async function listEntries(tx: Queryable, language: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select id::text as id, key as "translationKey", value as "translationValue", missing, waiting from (
      select t.id, t.key, case when t.missing then coalesce(e.value, t.key) else t.value end as value, t.missing, false as waiting
        from translations t left join translations e on e.language = 'en' and e.key = t.key and not e.missing
       where t.language = ${language}
       union all
      select r.id, r.key, r.key, true, true from reported_keys r
       where not exists (select 1 from translations t
                          where t.key = r.key and (t.language = ${language} or t.language = 'en' and not t.missing))) entries
     order by key collate "C"`.execute(tx);
  return rows;
}

export type Taken = { readonly id?: bigint; readonly keys?: readonly string[] };

/** Moves reported keys (or these) into English, where the text is the key; they keep their ids. Returns those that were new. */
export async function takeReported(tx: Queryable, { id, keys }: Taken = {}): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with taken as (
      delete from reported_keys
       where (${id ?? null}::bigint is null or id = ${id ?? null}::bigint)
         and (${keys ?? null}::text[] is null or key = any(${keys ?? null}::text[]))
      returning id, key)
    insert into translations (id, language, key, value) select id, 'en', key, key from taken
    on conflict (language, key) do nothing returning key`.execute(tx);
  return rows.map(({ key }) => key);
}

export type TextRow = { readonly id: bigint; readonly language: string; readonly key: string; readonly value: string };

/** The text with this id, or the one of the same key in the language named. */
export async function lockEntry(tx: Tx, id: bigint, language: string | undefined): Promise<TextRow | undefined> {
  const { rows } = await sql<TextRow>`
    select t.id, t.language, t.key, t.value from translations i
      join translations t on t.key = i.key and t.language = coalesce(${language ?? null}::text, i.language)
     where i.id = ${id} for update of t`.execute(tx);
  return rows[0];
}

/** Edited or machine-translated for an admin: no release overwrites it. */
export async function saveText(tx: Queryable, text: Pick<TextRow, 'language' | 'key' | 'value'>): Promise<void> {
  await sql`
    insert into translations (language, key, value, edited) values (${text.language}, ${text.key}, ${text.value}, true)
    on conflict (language, key) do update set value = excluded.value, edited = true, missing = false, updated_at = now()`.execute(tx);
}

/** Its code, by any spelling of it. */
export async function findLanguage(tx: Queryable, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`select code from languages where lower(code) = lower(${code})`.execute(tx);
  return rows[0]?.code;
}
