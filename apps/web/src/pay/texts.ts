import { LANGUAGE_DEFAULT } from '@stablegate/rules';
import { currentTranslation, showTexts, type Texts, type TFunction } from '../lib/i18n/texts';

/** Specification 2: local storage key language. */
const STORAGE_KEY = 'language';
/** A payer does not wait for translations longer than this: then the page is English. */
const TEXTS_WITHIN_MS = 3_000;

function storedLanguage(otherwise = LANGUAGE_DEFAULT): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? otherwise;
  } catch {
    return otherwise; // storage is refused
  }
}

/** The server renders the next page in this language too; a year, like local storage. */
function setLanguageCookie(lang: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari and Firefox
  document.cookie = `language=${encodeURIComponent(lang)}; path=/bill; max-age=31536000; samesite=lax`;
}

async function fetchTexts(lang: string): Promise<Texts> {
  const signal = AbortSignal.timeout(TEXTS_WITHIN_MS);
  const response = await fetch(`/api/v1/auth/translations?lang=${encodeURIComponent(lang)}`, { signal });
  if (!response.ok) throw new Error(`no texts in ${lang}`);
  return response.json();
}

/** Before the first render: those that the server has written. Without texts the English keys are shown. */
export function startTexts(written: { readonly lang: string; readonly texts: Texts } | undefined): void {
  if (written !== undefined) {
    showTexts(written.lang, written.texts);
    return;
  }
  const lang = storedLanguage();
  fetchTexts(lang).then(
    (texts) => showTexts(lang, texts),
    () => showTexts(LANGUAGE_DEFAULT, {}),
  );
}

/** Once the server's page is hydrated: its cookie may be gone, or is not sent to a frame, while the browser remembers the language. */
export async function showStoredLanguage(): Promise<void> {
  const { language } = currentTranslation();
  const lang = storedLanguage(language);
  if (lang !== language) showTexts(lang, await fetchTexts(lang));
}

export async function changeLanguage(lang: string): Promise<void> {
  const texts = await fetchTexts(lang);
  try {
    localStorage.setItem(STORAGE_KEY, lang);
  } catch {
    // Not remembered; the choice still applies to this page.
  }
  setLanguageCookie(lang);
  showTexts(lang, texts);
}

/** The page's one translator: a change of language rerenders everything below `useTranslation` at the top of the page. */
export const t: TFunction = (key, values) => currentTranslation().t(key, values);
