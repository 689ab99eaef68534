import { BACK_OFFICE_LANGUAGE, translationsApi } from '@stablegate/contract';
import { LANGUAGE_DEFAULT } from '@stablegate/rules';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api';
import { ApiError } from '../api/api-error';
import { embedLanguage } from '../embed/address';
import { logWarning } from '../log';
import { readStored, writeStored } from '../stored';
import { languagesOf } from './languages-of';
import { showTexts } from './texts';

/** Specification 1: local storage key language, default en. */
const STORAGE_KEY = 'language';

const fetchTexts = (lang: string) => call(translationsApi.bundle, { query: { lang } });

const onReportFailed = (error: unknown) => logWarning('Failed to report missing translations:', error);

/** Loaded at the first missing text: hardly a page has one. */
const loadMissingKeys = async () => {
  const { createMissingKeys } = await import('./missing-keys');
  return createMissingKeys({ send: (keys) => call(translationsApi.addMissing, { body: keys }), onFailed: onReportFailed });
};
let missingKeys: ReturnType<typeof loadMissingKeys> | undefined;
const reportMissing = (key: string) => {
  missingKeys ??= loadMissingKeys();
  missingKeys.then(({ report }) => report(key)).catch(onReportFailed);
};

/** The server renders first pages in this language; the storage stays decisive. */
function setLanguageCookie(lang: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari and Firefox
  document.cookie = `language=${encodeURIComponent(lang)}; path=/; max-age=31536000; samesite=lax`;
}

/** The user's choice; storage may be refused, so it is also kept here. */
let chosen: string | undefined;

const isBackOffice = (pathname: string): boolean => pathname === '/admin' || pathname.startsWith('/admin/');

/** The language of a page: the chosen one, otherwise English, and in the back office Vietnamese. */
export const languageAt = (pathname: string): string => chosen ?? (isBackOffice(pathname) ? BACK_OFFICE_LANGUAGE : LANGUAGE_DEFAULT);

/** A language removed since the last visit must not lock its users out. */
async function firstTexts(): Promise<{ lang: string; texts: Record<string, string> }> {
  const stored = readStored(STORAGE_KEY);
  if (stored !== undefined) setLanguageCookie(stored);
  chosen = stored ?? embedLanguage();
  const lang = languageAt(window.location.pathname);
  try {
    return { lang, texts: await fetchTexts(lang) };
  } catch (error) {
    const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 422);
    if (!isUnknown || lang === LANGUAGE_DEFAULT) throw error;
    chosen = LANGUAGE_DEFAULT;
    return { lang: LANGUAGE_DEFAULT, texts: await fetchTexts(LANGUAGE_DEFAULT) };
  }
}

export async function startI18n(): Promise<void> {
  const { lang, texts } = await firstTexts();
  showTexts(lang, texts, reportMissing);
}

/** Shows a language without making it the user's choice. */
export async function showTextsOf(lang: string): Promise<void> {
  showTexts(lang, await fetchTexts(lang), reportMissing);
}

/** Without remembering it: the server, which renders for a browser that does. */
export function chooseLanguage(lang: string): void {
  chosen = lang;
}

export async function changeLanguage(lang: string): Promise<void> {
  const before = chosen;
  chosen = lang;
  try {
    await showTextsOf(lang);
  } catch (error) {
    chosen = before;
    throw error;
  }
  writeStored(STORAGE_KEY, lang);
  setLanguageCookie(lang);
}

export const languagesQuery = queryOptions({
  queryKey: ['public', 'languages'],
  queryFn: async ({ signal }) => languagesOf(await call(translationsApi.languages, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
