import type { Language, TranslationEntry } from '@stablegate/contract';
import { AppError } from '../../platform/app-error';
import { insertAudit } from '../../platform/audit';
import { afterCommit, type Db } from '../../platform/db/db';
import type { Bundles } from './bundles';
import { hasLanguage, listEntries, lockEntry, saveText } from './language-admin.queries';
import { addLanguageIfAbsent, copyMissing, takeReported } from './translations.queries';
import { placeholdersOf } from './translator.domain';

export type LanguageAdminDeps = { readonly db: Db; readonly bundles: Bundles };

export async function requireLanguage(db: Db, code: string): Promise<void> {
  if (!(await hasLanguage(db.query, code))) throw new AppError('not_found');
}

export async function listTexts({ db }: LanguageAdminDeps, language: string): Promise<TranslationEntry[]> {
  await requireLanguage(db, language);
  return listEntries(db.query, language);
}

/** A placeholder that the key lacks would be shown literally. */
export async function changeText({ db, bundles }: LanguageAdminDeps, actor: string, id: bigint, value: string): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await lockEntry(tx, id);
    if (before === undefined) throw new AppError('not_found');
    const known = placeholdersOf(before.key);
    if (!placeholdersOf(value).every((name) => known.includes(name))) throw new AppError('unknown_placeholder');
    const { language, key } = before;
    await saveText(tx, { language, key, value });
    await insertAudit(tx, { actor, action: 'language.text_changed', subject: language, detail: { key, from: before.value, to: value } });
    afterCommit(tx, bundles.announce);
  });
}

function canonical(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code;
  } catch {
    throw new AppError('invalid_value', { errors: [{ path: 'code', message: 'Please give a language code such as de or pt-BR.' }] });
  }
}

export async function addLanguage({ db, bundles }: LanguageAdminDeps, actor: string, given: Omit<Language, 'id'>): Promise<Language> {
  const language = { ...given, code: canonical(given.code) };
  await db.transaction(async (tx) => {
    const isNew = !(await hasLanguage(tx, language.code)) && (await addLanguageIfAbsent(tx, language));
    if (!isNew) throw new AppError('language_taken');
    await copyMissing(tx, language.code);
    await insertAudit(tx, {
      actor,
      action: 'language.added',
      subject: language.code,
      detail: { name: language.name, flag: language.flag },
    });
    afterCommit(tx, bundles.announce);
  });
  return { id: language.code, ...language };
}

/** Reported keys become English texts, and every language gets a row for every key. */
export async function syncKeys({ db, bundles }: LanguageAdminDeps, actor: string): Promise<{ taken: number; copied: number }> {
  return db.transaction(async (tx) => {
    const taken = await takeReported(tx);
    const copied = await copyMissing(tx);
    await insertAudit(tx, { actor, action: 'language.synced', subject: 'all', detail: { taken, copied } });
    afterCommit(tx, bundles.announce);
    return { taken, copied };
  });
}
