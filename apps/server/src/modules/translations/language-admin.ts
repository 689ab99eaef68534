import type { Language, TranslationEntry } from '@stablegate/contract';
import { LANGUAGE_DEFAULT } from '@stablegate/rules';
import { AppError } from '../../platform/app-error';
import { insertAudit } from '../../platform/audit';
import { afterCommit, type Db, type Queryable, type Tx } from '../../platform/db/db';
import { noteNothingChanged } from '../../platform/request-author';
import type { Bundles } from './bundles';
import {
  deleteKeys,
  findKeys,
  findLanguage,
  isBundleLarger,
  listEntries,
  listReportedLanguages,
  lockEntry,
  lockWaiting,
  saveText,
  saveWaitingText,
  takeReported,
  type WaitingText,
} from './language-admin.queries';
import { isShippedKey } from './shipped';
import { addLanguageIfAbsent, copyMissing } from './translations.queries';
import { placeholdersOf } from './translator.domain';

export type LanguageAdminDeps = { readonly db: Db; readonly bundles: Bundles };

/** The code as it is stored. */
export async function requireLanguage(tx: Queryable, code: string): Promise<string> {
  const found = await findLanguage(tx, code);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

export async function listTexts({ db }: LanguageAdminDeps, language: string): Promise<TranslationEntry[]> {
  const entries = await listEntries(db.query, await requireLanguage(db.query, language));
  return entries.map((entry) => ({ ...entry, removable: !isShippedKey(entry.translationKey) }));
}

/** Five times what a release ships: every visitor downloads it. */
const BUNDLE_BYTES_MAX = 512 * 1024;

/** After a change, in its transaction: beyond the limit it is rolled back. */
export async function assertBundleFits(tx: Tx, language: string): Promise<void> {
  if (await isBundleLarger(tx, language, BUNDLE_BYTES_MAX)) throw new AppError('bundle_full');
}

/** Keys that an admin or a guest brought in. A key of the release would come back with the next one. */
export async function removeKeys({ db, bundles }: LanguageAdminDeps, actor: string, given: readonly string[]): Promise<number> {
  const ids = given.map((id) => readTextId(id).id);
  return db.transaction(async (tx) => {
    const keys = (await findKeys(tx, ids)).filter((key) => !isShippedKey(key));
    if (keys.length === 0) {
      noteNothingChanged();
      return 0;
    }
    await deleteKeys(tx, keys);
    await insertAudit(tx, { actor, action: 'language.keys_deleted', subject: 'all', detail: { keys } });
    afterCommit(tx, bundles.announce);
    return keys.length;
  });
}

export type TextChange = { readonly id: string; readonly value: string; readonly lang?: string | undefined };

/** What an id of the lists stands for: a text, or a key that waits and the language of its list. */
export function readTextId(id: string): { readonly id: bigint; readonly lang: string | undefined } {
  const [number = '', ...lang] = id.split('-');
  return { id: BigInt(number), lang: lang.length === 0 ? undefined : lang.join('-') };
}

/** A placeholder that the key lacks would be shown literally. */
function assertPlaceholders(key: string, value: string): void {
  const known = placeholdersOf(key);
  if (!placeholdersOf(value).every((name) => known.includes(name))) throw new AppError('unknown_placeholder');
}

/** The text of a key that waits is kept beside it: nobody is served it before a sync takes both over. */
async function changeWaiting(tx: Tx, id: bigint, language: string, value: string): Promise<WaitingText | undefined> {
  const before = await lockWaiting(tx, id, language);
  if (before === undefined) return undefined;
  assertPlaceholders(before.key, value);
  await saveWaitingText(tx, { language, key: before.key, value });
  return before;
}

/** The id stands for its key where a language is named: the key of a list that was read before it was taken over is found as well. */
export async function changeText({ db, bundles }: LanguageAdminDeps, actor: string, { id: given, value, lang }: TextChange): Promise<void> {
  const { id, lang: own } = readTextId(given);
  await db.transaction(async (tx) => {
    const code = lang ?? own;
    const named = code === undefined ? undefined : await requireLanguage(tx, code);
    const audit = (language: string, { key, value: from }: WaitingText) =>
      insertAudit(tx, { actor, action: 'language.text_changed', subject: language, detail: { key, from, to: value } });
    const waiting = await changeWaiting(tx, id, named ?? LANGUAGE_DEFAULT, value);
    if (waiting !== undefined) return audit(named ?? LANGUAGE_DEFAULT, waiting);
    const before = await lockEntry(tx, id, named);
    if (before === undefined) throw new AppError('not_found');
    assertPlaceholders(before.key, value);
    const { language, key } = before;
    await saveText(tx, { language, key, value });
    await assertBundleFits(tx, language);
    await audit(language, before);
    afterCommit(tx, bundles.announce);
  });
}

function canonical(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code;
  } catch {
    throw new AppError('invalid_value', { errors: [{ path: 'code', message: 'Please enter a language code such as de or pt-BR.' }] });
  }
}

export async function addLanguage({ db, bundles }: LanguageAdminDeps, actor: string, given: Omit<Language, 'id'>): Promise<Language> {
  const language = { ...given, code: canonical(given.code) };
  await db.transaction(async (tx) => {
    const isNew = (await findLanguage(tx, language.code)) === undefined && (await addLanguageIfAbsent(tx, language));
    if (!isNew) throw new AppError('language_taken');
    await copyMissing(tx, { language: language.code });
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

/** Reported keys become English texts, with what was written for them meanwhile, and every language gets a row for every key. */
export async function syncKeys({ db, bundles }: LanguageAdminDeps, actor: string): Promise<{ taken: number; copied: number }> {
  return db.transaction(async (tx) => {
    const languages = await listReportedLanguages(tx);
    const taken = (await takeReported(tx)).length;
    for (const language of [LANGUAGE_DEFAULT, ...languages]) await assertBundleFits(tx, language);
    const copied = await copyMissing(tx);
    await insertAudit(tx, { actor, action: 'language.synced', subject: 'all', detail: { taken, copied } });
    afterCommit(tx, bundles.announce);
    return { taken, copied };
  });
}
