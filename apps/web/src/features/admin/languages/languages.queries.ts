import { adminApi, languageAdminApi, type TranslationEntry, translationsApi } from '@stablegate/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api';
import { readEntries } from './read-entries';

const languages = ['admin', 'languages'] as const;
const lists = [...languages, 'entries'] as const;
/** Poll interval of a running retranslation. */
const PROGRESS_MS = 1_000;
const TRAIL_ROWS = 8;

export const entriesQuery = (lang: string) =>
  queryOptions({
    queryKey: [...lists, lang],
    queryFn: async ({ signal }) => readEntries(await call(languageAdminApi.list, { query: { lang }, signal })),
  });

/** The English text of every key. */
export const englishQuery = queryOptions({
  queryKey: [...languages, 'english'],
  queryFn: ({ signal }) => call(translationsApi.bundle, { query: { lang: 'en' }, signal }),
});

export const retranslationQuery = (lang: string) =>
  queryOptions({
    queryKey: [...languages, 'retranslation', lang],
    queryFn: async ({ signal }) => (await call(languageAdminApi.retranslation, { query: { lang }, signal })).data,
    refetchInterval: (query) => (query.state.data?.state === 'running' ? PROGRESS_MS : false),
  });

/** What was done to languages and texts, newest first. */
export const trailQuery = queryOptions({
  queryKey: [...languages, 'trail'],
  queryFn: async ({ signal }) => (await call(adminApi.auditLog, { query: { action: 'language', size: TRAIL_ROWS }, signal })).data.entries,
});

/** After saving one text: the list is too long to fetch again. A key that waits goes on doing so, with its text. */
export function keepSaved(client: QueryClient, lang: string, { id }: TranslationEntry, translationValue: string): void {
  client.setQueryData<readonly TranslationEntry[]>(entriesQuery(lang).queryKey, (entries) =>
    entries?.map((entry) => (entry.id === id ? { ...entry, translationValue, missing: false } : entry)),
  );
  void client.invalidateQueries({ queryKey: trailQuery.queryKey });
}
