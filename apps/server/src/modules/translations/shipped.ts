import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KNOWN_LANGUAGES } from '@stablegate/contract';
import { assert } from '../../platform/assert';
import { serverRoot } from '../../platform/paths';

export type ShippedLanguage = { readonly code: string; readonly name: string; readonly flag: string; readonly position: number };

const localesDir = (): string => join(serverRoot(), 'locales');
const LOCALE_FILE = /^([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.json$/;

/** Every file in apps/server/locales is shipped, in the order of the table of languages, which gives names and flags. */
export function listShipped(): ShippedLanguage[] {
  const codes = readdirSync(localesDir()).flatMap((name) => LOCALE_FILE.exec(name)?.[1] ?? []);
  const unknown = codes.filter((code) => !KNOWN_LANGUAGES.some((language) => language.code === code));
  assert(unknown.length === 0, `locales without a name in languages.ts: ${unknown.join(', ')}`);
  return KNOWN_LANGUAGES.flatMap(({ code, nativeName, flag }, position) =>
    codes.includes(code) ? [{ code, name: nativeName, flag, position }] : [],
  );
}

export const readShippedTexts = (code: string): Record<string, string> =>
  JSON.parse(readFileSync(join(localesDir(), `${code}.json`), 'utf8')) as Record<string, string>;

let shippedKeys: ReadonlySet<string> | undefined;

/** Every key that a screen or a mail of this release uses. */
export const isShippedKey = (key: string): boolean => {
  shippedKeys ??= new Set(Object.keys(readShippedTexts('en')));
  return shippedKeys.has(key);
};
