import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverRoot } from '../../platform/paths';

export type ShippedLanguage = { readonly code: string; readonly name: string; readonly flag: string };

/** Native names and flags of the languages in apps/server/locales, in the order the pickers show them. */
export const SHIPPED: readonly ShippedLanguage[] = [
  { code: 'en', name: 'English', flag: 'gb' },
  { code: 'vi', name: 'Tiếng Việt', flag: 'vn' },
];

export function readShippedTexts(code: string): Record<string, string> {
  return JSON.parse(readFileSync(join(serverRoot(), 'locales', `${code}.json`), 'utf8')) as Record<string, string>;
}
