import { useSyncExternalStore } from 'react';

type Texts = Readonly<Record<string, string>>;
type Spoken = { readonly lang: string; readonly texts: Texts; readonly isReady: boolean };

/** Specification 2: local storage key language. */
const STORAGE_KEY = 'language';
const LANGUAGE_DEFAULT = 'en';
const RIGHT_TO_LEFT = /^(ar|he|iw|fa|ur|ps|sd|ug|yi|dv|ckb)\b/;
/** A payer does not wait for translations longer than this: then the page is English. */
const TEXTS_WITHIN_MS = 3_000;

let spoken: Spoken = { lang: LANGUAGE_DEFAULT, texts: {}, isReady: false };
const listeners = new Set<() => void>();

export const directionOf = (lang: string): 'rtl' | 'ltr' => (RIGHT_TO_LEFT.test(lang) ? 'rtl' : 'ltr');

/** Without a document: on the server, which renders one bill after the other. */
export function speakHere(lang: string, texts: Texts): void {
  spoken = { lang, texts, isReady: true };
}

function speak(next: Spoken): void {
  spoken = next;
  document.documentElement.lang = next.lang;
  document.documentElement.dir = directionOf(next.lang);
  for (const listener of listeners) listener();
}

function storedLanguage(otherwise = LANGUAGE_DEFAULT): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? otherwise;
  } catch {
    return otherwise; // storage is refused
  }
}

/** The server renders the next page in this language too; a year, like local storage. */
function tellServer(lang: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari and Firefox
  document.cookie = `language=${encodeURIComponent(lang)}; path=/bill; max-age=31536000; samesite=lax`;
}

async function fetchTexts(lang: string): Promise<Texts> {
  const signal = AbortSignal.timeout(TEXTS_WITHIN_MS);
  const response = await fetch(`/api/v1/auth/translations?lang=${encodeURIComponent(lang)}`, { signal });
  if (!response.ok) throw new Error(`no texts in ${lang}`);
  return response.json();
}

/** Before the first render, so that the language does not change visibly; without texts the English keys are shown. */
export async function startTexts(written?: { readonly lang: string; readonly texts: Texts }): Promise<void> {
  const lang = storedLanguage(written?.lang);
  if (written?.lang === lang) return speak({ ...written, isReady: true });
  try {
    speak({ lang, texts: await fetchTexts(lang), isReady: true });
  } catch {
    speak({ lang: LANGUAGE_DEFAULT, texts: {}, isReady: true });
  }
}

export async function changeLanguage(lang: string): Promise<void> {
  const texts = await fetchTexts(lang);
  try {
    localStorage.setItem(STORAGE_KEY, lang);
  } catch {
    // Not remembered; the choice still applies to this page.
  }
  tellServer(lang);
  speak({ lang, texts, isReady: true });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Used at the top of the page: a change of language rerenders everything below. */
export const useSpoken = (): Spoken =>
  useSyncExternalStore(
    subscribe,
    () => spoken,
    () => spoken,
  );

/** The key is the English sentence; {{name}} is a value. */
export function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  return (spoken.texts[key] || key).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}
