import { z } from 'zod';
import { messageReply, timeSchema } from '../common';
import { defineRoute } from '../route';
import { adminRoute, success } from './admin-common';
import { languageSchema, storableText } from './translations';

export const TRANSLATION_LENGTH_MAX = 2_000;
const DELETED_KEYS_MAX = 1_000;
const lang = z.string().min(2).max(35);
/** A number, and behind it the language where the text has no row of its own yet. */
const textId = z.string().regex(/^\d{1,18}(-[A-Za-z0-9-]{2,35})?$/, 'Please give an id of the list of texts.');
const LANGUAGE_CODE_RULE = 'Please enter a language code such as de or pt-BR.';

export const translationEntrySchema = z.object({
  id: z.string().describe('Of a key that waits it names the language of the list as well, except for English: 4711-vi'),
  translationKey: z.string(),
  translationValue: z.string(),
  removable: z.boolean().describe('Not part of this release: an admin may delete the key'),
  missing: z.boolean().describe('Not translated yet: readers see the English text'),
  waiting: z.boolean().describe('Reported by the page of a visitor: served to nobody until the keys are synced'),
});
export type TranslationEntry = z.infer<typeof translationEntrySchema>;

export const languageFormSchema = z.object({
  code: z
    .string()
    .trim()
    .max(35)
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, LANGUAGE_CODE_RULE),
  name: storableText.trim().min(1).max(100),
  flag: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z]{2}$/, 'Please enter the two-letter code of a country.'),
});

export const retranslationSchema = z.object({
  lang: z.string(),
  state: z.enum(['idle', 'running', 'done', 'failed']),
  total: z.number().int(),
  done: z.number().int(),
  refused: z.number().int().describe('Texts whose translation was unusable: they stay as they were'),
  startedAt: timeSchema.nullable(),
  finishedAt: timeSchema.nullable(),
});
export type Retranslation = z.infer<typeof retranslationSchema>;

const translationRoute = { ...adminRoute, tag: 'Translations' } as const;

export const languageAdminApi = {
  list: defineRoute({
    ...translationRoute,
    method: 'GET',
    path: '/auth/translations/list',
    summary: 'All texts of one language with their keys, for editing; reported keys wait among them',
    query: z.object({ lang }),
    reply: { 200: z.array(translationEntrySchema) },
    errors: ['not_found'],
  }),
  updateValue: defineRoute({
    ...translationRoute,
    method: 'POST',
    path: '/auth/translations/update-value',
    audit: 'language.text_changed',
    summary: 'Change one text; live everywhere within a second, or with the next sync where its key waits',
    query: z.object({
      id: textId.describe('As the list of the language has it'),
      value: storableText.trim().min(1).max(TRANSLATION_LENGTH_MAX),
      lang: lang.optional().describe('The language that the text is for, where it is another than the one whose list has the id'),
    }),
    reply: { 200: messageReply },
    errors: ['not_found', 'unknown_placeholder', 'bundle_full'],
  }),
  deleteKeys: defineRoute({
    ...translationRoute,
    method: 'POST',
    path: '/admin/language/delete-keys',
    audit: 'language.keys_deleted',
    summary: 'Delete keys in all languages, by the ids of their texts; keys of this release stay, waiting ones go',
    body: z.object({
      ids: z.array(textId).min(1).max(DELETED_KEYS_MAX),
    }),
    reply: { 200: z.object({ deleted: z.number().int() }) },
  }),
  suggest: defineRoute({
    ...translationRoute,
    method: 'POST',
    path: '/auth/translations/translate-with-gpt',
    limits: ['machine-translation'],
    audit: { nothing: 'it changes nothing' },
    summary: 'Machine translation of one text; changes nothing',
    body: z.object({
      text: storableText.min(1).max(TRANSLATION_LENGTH_MAX),
      sourceLang: lang.default('en'),
      targetLang: lang,
    }),
    reply: { 200: z.object({ translation: z.string() }) },
    errors: ['translator_not_configured', 'translator_failed', 'rate_limited'],
  }),
  retranslateAll: defineRoute({
    ...translationRoute,
    method: 'POST',
    path: '/auth/translations/retranslate-all',
    audit: 'language.retranslated',
    summary: 'Translate every text of a language again, in the background',
    query: z.object({ lang }),
    reply: { 200: messageReply },
    errors: ['not_found', 'translator_not_configured'],
  }),
  retranslation: defineRoute({
    ...translationRoute,
    method: 'GET',
    path: '/admin/language/retranslation',
    summary: 'Progress of the last retranslation of a language',
    query: z.object({ lang }),
    reply: { 200: z.object({ status: success, data: retranslationSchema }) },
    errors: ['not_found'],
  }),
  sync: defineRoute({
    ...translationRoute,
    method: 'GET',
    path: '/admin/language/sync',
    audit: 'language.synced',
    summary: 'Take over reported keys and give every language the keys it lacks',
    changesState: true,
    reply: { 200: messageReply },
    errors: ['bundle_full'],
  }),
  addLanguage: defineRoute({
    ...translationRoute,
    method: 'POST',
    path: '/admin/add-language',
    audit: 'language.added',
    summary: 'Offer another language; until its texts are translated, readers see the English ones',
    form: true,
    body: languageFormSchema,
    reply: { 201: languageSchema },
    errors: ['language_taken'],
  }),
};
