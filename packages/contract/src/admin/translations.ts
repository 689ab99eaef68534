import { LANGUAGE_DEFAULT } from '@stablegate/rules';
import { z } from 'zod';
import { defineRoute } from '../route';

/** Specification 2: the back office and the mails to its readers are in Vietnamese until somebody chooses another language. */
export const BACK_OFFICE_LANGUAGE = 'vi';
export const MISSING_KEYS_MAX = 100;
export const KEY_LENGTH_MAX = 500;

export const languageSchema = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  /** Country code of the flag image. */
  flag: z.string(),
});
export type Language = z.infer<typeof languageSchema>;
const lang = z.string().min(2).max(35);
/** PostgreSQL stores no NUL character, and a lone surrogate is no character. */
export const storableText = z.string().regex(/^[^\0\p{Cs}]*$/u, 'Please remove characters that cannot be stored.');

export const translationsApi = {
  languages: defineRoute({
    method: 'GET',
    path: '/auth/translations/languages',
    summary: 'The languages on offer',
    tag: 'Translations',
    access: 'public',
    reply: { 200: z.object({ languages: z.array(languageSchema) }) },
  }),
  bundle: defineRoute({
    method: 'GET',
    path: '/auth/translations',
    summary: 'All texts of one language, key to text; cached by ETag',
    tag: 'Translations',
    access: 'public',
    query: z.object({ lang: lang.default(LANGUAGE_DEFAULT) }),
    reply: { 200: z.record(z.string(), z.string()) },
    errors: ['not_found'],
  }),
  addMissing: defineRoute({
    method: 'POST',
    path: '/auth/translations/add-missing',
    audit: { nothing: 'reported texts wait for an admin; what an admin adds is logged' },
    summary: 'Report keys that had no text',
    tag: 'Translations',
    access: 'public',
    limits: ['missing-keys', 'reported-keys'],
    body: z.array(storableText.regex(/\S/, 'Please leave out empty keys.').min(1).max(KEY_LENGTH_MAX)).min(1).max(MISSING_KEYS_MAX),
    reply: { 200: z.object({ added: z.number().int() }) },
    errors: ['rate_limited', 'bundle_full'],
  }),
};
