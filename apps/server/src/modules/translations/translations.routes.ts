import { BACK_OFFICE_LANGUAGE, languageAdminApi, translationsApi } from '@stablegate/contract';
import type { FastifyRequest } from 'fastify';
import type { Router } from '../../http/mount';
import { type Authenticate, signedIn } from '../../http/principal';
import type { TranslationService } from './translations.service';

type Deps = { readonly translations: TranslationService; readonly authenticate: Authenticate };

function mountLanguageAdmin(route: Router, { translations }: Deps): void {
  /** Messages are texts of the back office, in the language of its screens. */
  const messageFor = async ({ headers }: FastifyRequest, key: string): Promise<{ message: string }> => {
    const language = headers['x-language'];
    const t = await translations.translator(typeof language === 'string' ? language : BACK_OFFICE_LANGUAGE);
    return { message: t(key) };
  };
  route(languageAdminApi.list, ({ query }) => translations.listTexts(query.lang));
  route(languageAdminApi.updateValue, async (request) => {
    await translations.changeText(signedIn(request).userId, request.query);
    return messageFor(request, 'The translation was saved');
  });
  route(languageAdminApi.suggest, async (request) => {
    const { text, sourceLang, targetLang } = request.body;
    return { translation: await translations.suggest({ text, source: sourceLang, target: targetLang }) };
  });
  route(languageAdminApi.retranslateAll, async (request) => {
    await translations.startRetranslation(signedIn(request).userId, request.query.lang);
    return messageFor(request, 'Retranslation has started');
  });
  route(languageAdminApi.retranslation, async ({ query }) => ({
    status: 'success' as const,
    data: await translations.readRetranslation(query.lang),
  }));
  route(languageAdminApi.deleteKeys, async (request) => ({
    deleted: await translations.removeKeys(signedIn(request).userId, request.body.ids),
  }));
  route(languageAdminApi.sync, async (request) => {
    await translations.syncKeys(signedIn(request).userId);
    return messageFor(request, 'Synced');
  });
  route(languageAdminApi.addLanguage, async (request, reply) => {
    const language = await translations.addLanguage(signedIn(request).userId, request.body);
    return reply.code(201).send(language);
  });
}

/** One tag, a list of them or any; weak ones too, since a compressing proxy makes ours weak (RFC 9110, 13.1.2). */
const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

export function mountTranslations(route: Router, deps: Deps): void {
  const { translations, authenticate } = deps;

  route(translationsApi.languages, async () => ({ languages: await translations.listLanguages() }));

  route(translationsApi.bundle, async (request, reply) => {
    const { texts, etag } = await translations.getBundle(request.query.lang);
    void reply.header('etag', etag).header('cache-control', 'no-cache');
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return texts;
  });

  route(translationsApi.addMissing, async (request) => {
    const principal = await authenticate(request);
    const sender = principal?.role === 'ADMIN' ? { admin: principal.userId } : { address: request.ip };
    return { added: await translations.addMissing(request.body, sender) };
  });

  mountLanguageAdmin(route, deps);
}
