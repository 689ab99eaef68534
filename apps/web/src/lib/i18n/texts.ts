import { directionOf, LANGUAGE_DEFAULT } from '@stablegate/rules';
import { useSyncExternalStore } from 'react';

/** English sentence to sentence of the language. */
export type Texts = Readonly<Record<string, string>>;
export type TFunction = (key: string, values?: Readonly<Record<string, string | number>>) => string;
export type Translation = {
  readonly language: string;
  /** A new function for every language, so that what is memoised by it is made again. */
  readonly t: TFunction;
  readonly isKnown: (key: string) => boolean;
  /** Before the first texts have come, only English keys could be shown. */
  readonly isReady: boolean;
};

/** Between right-to-left words a unit or percent sign would be drawn before its number, and the slash of a call's path at its end. */
const LEFT_TO_RIGHT = /\d[\d.,]*(?:[\s\u2009\u00a0](?:USDT|CNY)|%)|[A-Z]+ \/[\w/]+/g;
const VALUE = /\{\{\s*(\w+)\s*\}\}/g;
const LETTER = /\p{L}/u;

/** The key is the English sentence, shown where a text is missing or empty; {{name}} is a value. React escapes what it renders. */
function translationOf(language: string, texts: Texts, onMissing?: (key: string) => void): Translation {
  const isRtl = directionOf(language) === 'rtl';
  const isolated = (text: string): string => (isRtl ? text.replace(LEFT_TO_RIGHT, '\u2066$&\u2069') : text);
  /** A name has its own direction: the bracket or the full stop at its end would be drawn at its beginning. */
  const inserted = (value: string): string => (isRtl && LETTER.test(value) ? `\u2068${value}\u2069` : value);
  const textOf = (key: string): string | undefined => (Object.hasOwn(texts, key) ? texts[key] || undefined : undefined);
  return {
    language,
    isReady: true,
    isKnown: (key) => textOf(key) !== undefined,
    t: (key, values = {}) => {
      const text = textOf(key);
      if (text === undefined) onMissing?.(key);
      return isolated((text ?? key).replace(VALUE, (whole, name: string) => inserted(String(values[name] ?? whole))));
    },
  };
}

let current: Translation = { ...translationOf(LANGUAGE_DEFAULT, {}), isReady: false };
const listeners = new Set<() => void>();

export const currentTranslation = (): Translation => current;

/** Without a document: on the server, which renders one bill after the other, and in tests. */
export function setTexts(language: string, texts: Texts, onMissing?: (key: string) => void): void {
  current = translationOf(language, texts, onMissing);
  for (const listener of listeners) listener();
}

export function showTexts(language: string, texts: Texts, onMissing?: (key: string) => void): void {
  const page = document.documentElement;
  // Even the same value would make the browser style everything again.
  if (page.lang !== language) page.lang = language;
  if (page.dir !== directionOf(language)) page.dir = directionOf(language);
  setTexts(language, texts, onMissing);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTranslation = (): Translation => useSyncExternalStore(subscribe, currentTranslation, currentTranslation);
