import { useSyncExternalStore } from 'react';

/** English sentence to sentence of the language. */
export type Texts = Readonly<Record<string, string>>;
export type TFunction = (key: string, values?: Readonly<Record<string, string | number>>) => string;
export type Spoken = {
  readonly language: string;
  /** A new function for every language, so that what is memoised by it is made again. */
  readonly t: TFunction;
  readonly isKnown: (key: string) => boolean;
  /** Before the first texts have come, only English keys could be shown. */
  readonly isReady: boolean;
};

const LANGUAGE_DEFAULT = 'en';
const RIGHT_TO_LEFT = /^(ar|he|iw|fa|ur|ps|sd|ug|yi|dv|ckb)\b/;
const VALUE = /\{\{\s*(\w+)\s*\}\}/g;

export const directionOf = (language: string): 'rtl' | 'ltr' => (RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr');

/** The key is the English sentence, shown where a text is missing or empty; {{name}} is a value. React escapes what it renders. */
function spokenIn(language: string, texts: Texts, onMissing?: (key: string) => void): Spoken {
  const textOf = (key: string): string | undefined => (Object.hasOwn(texts, key) ? texts[key] || undefined : undefined);
  return {
    language,
    isReady: true,
    isKnown: (key) => textOf(key) !== undefined,
    t: (key, values = {}) => {
      const text = textOf(key);
      if (text === undefined) onMissing?.(key);
      return (text ?? key).replace(VALUE, (whole, name: string) => String(values[name] ?? whole));
    },
  };
}

let spoken: Spoken = { ...spokenIn(LANGUAGE_DEFAULT, {}), isReady: false };
const listeners = new Set<() => void>();

export const spokenNow = (): Spoken => spoken;

/** Without a document: on the server, which renders one bill after the other, and in tests. */
export function speakHere(language: string, texts: Texts, onMissing?: (key: string) => void): void {
  spoken = spokenIn(language, texts, onMissing);
  for (const listener of listeners) listener();
}

export function speak(language: string, texts: Texts, onMissing?: (key: string) => void): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  speakHere(language, texts, onMissing);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTranslation = (): Spoken => useSyncExternalStore(subscribe, spokenNow, spokenNow);
