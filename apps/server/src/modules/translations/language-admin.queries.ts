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

/**
 * A missing text shows what readers see now. A reported key waits in every language until English has it; in the lists of the others its id
 * names the language, since it has no row there yet.
 */
export async function listEntries(tx: Queryable, language: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select id, key as "translationKey", value as "translationValue", missing, waiting from (
      select t.id::text, t.key, case when t.missing then coalesce(e.value, t.key) else t.value end as value, t.missing, false as waiting
        from translations t left join translations e on e.language = 'en' and e.key = t.key and not e.missing
       where t.language = ${language}
       union all
      select r.id || case ${language} when 'en' then '' else '-' || ${language} end, r.key, coalesce(x.value, e.value, r.key), x.value is null, true
        from reported_keys r left join reported_texts x on x.key = r.key and x.language = ${language}
        left join reported_texts e on e.key = r.key and e.language = 'en'
       where not exists (select 1 from translations t
                          where t.key = r.key and (t.language = ${language} or t.language = 'en' and not t.missing))) entries
     order by key collate "C"`.execute(tx);
  return rows;
}

/**
 * Moves reported keys (or these) into English, where the text is the key unless an admin wrote another; they keep their ids. What was written
 * for other languages moves along. Returns the keys that were new.
 */
export async function takeReported(tx: Queryable, keys?: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with taken as (
      delete from reported_keys where ${keys ?? null}::text[] is null or key = any(${keys ?? null}::text[]) returning id, key),
    others as (
      insert into translations (language, key, value, edited)
      select x.language, x.key, x.value, true from taken join reported_texts x using (key) where x.language <> 'en'
      on conflict (language, key) do update set value = excluded.value, edited = true, missing = false, updated_at = now()
       where translations.missing)
    insert into translations (id, language, key, value, edited)
    select taken.id, 'en', taken.key, coalesce(x.value, taken.key), x.value is not null
      from taken left join reported_texts x on x.key = taken.key and x.language = 'en'
    on conflict (language, key) do nothing returning key`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Languages in which something was written for keys that wait: a sync makes what their readers download larger. */
export async function listReportedLanguages(tx: Queryable): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`select distinct language from reported_texts where language <> 'en' order by 1`.execute(
    tx,
  );
  return rows.map(({ language }) => language);
}

export type WaitingText = { readonly key: string; readonly value: string };

/** A key that waits, with the text that its list shows. The lock keeps a sync from taking it over meanwhile. */
export async function lockWaiting(tx: Tx, id: bigint, language: string): Promise<WaitingText | undefined> {
  const { rows } = await sql<WaitingText>`
    select r.key, coalesce(x.value, e.value, r.key) as value
      from reported_keys r left join reported_texts x on x.key = r.key and x.language = ${language}
      left join reported_texts e on e.key = r.key and e.language = 'en'
     where r.id = ${id} and not exists (select 1 from translations t where t.key = r.key and t.language = 'en' and not t.missing)
       for no key update of r`.execute(tx);
  return rows[0];
}

export async function saveWaitingText(tx: Tx, { language, key, value }: Omit<TextRow, 'id'>): Promise<void> {
  await sql`
    insert into reported_texts (key, language, value) values (${key}, ${language}, ${value})
    on conflict (key, language) do update set value = excluded.value`.execute(tx);
}

export type TextRow = { readonly id: bigint; readonly language: string; readonly key: string; readonly value: string };

/** The text with this id, or the one of the same key in the language named. */
export async function lockEntry(tx: Tx, id: bigint, language: string | undefined): Promise<TextRow | undefined> {
  const { rows } = await sql<TextRow>`
    select t.id, t.language, t.key, t.value from translations i
      join translations t on t.key = i.key and t.language = coalesce(${language ?? null}::text, i.language)
     where i.id = ${id} for no key update of t`.execute(tx);
  return rows[0];
}

/** Edited or machine-translated for an admin: no release overwrites it. */
export async function saveText(tx: Queryable, text: Pick<TextRow, 'language' | 'key' | 'value'>): Promise<void> {
  await sql`
    insert into translations (language, key, value, edited) values (${text.language}, ${text.key}, ${text.value}, true)
    on conflict (language, key) do update set value = excluded.value, edited = true, missing = false, updated_at = now()`.execute(tx);
}

/** Those of these keys that the language has no text for. */
export async function listMissing(tx: Queryable, language: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select wanted.key from unnest(${keys}::text[]) with ordinality as wanted (key, n)
     where not exists (select 1 from translations t where t.language = ${language} and t.key = wanted.key and not t.missing)
     order by n`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Its code, by any spelling of it. */
export async function findLanguage(tx: Queryable, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`select code from languages where lower(code) = lower(${code})`.execute(tx);
  return rows[0]?.code;
}
