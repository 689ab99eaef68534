import { translationsApi } from '@stablegate/contract';
import type { Router } from '../../http/mount';
import type { Authenticate } from '../../http/principal';
import type { LimitRule, RateLimiter } from '../../platform/rate-limiter';
import type { TranslationService } from './translations.service';

const REPORT_LIMIT: LimitRule = { name: 'missing-keys', points: 30, seconds: 60 };

export function mountTranslations(
  route: Router,
  deps: { translations: TranslationService; authenticate: Authenticate; limiter: RateLimiter },
): void {
  const { translations, authenticate, limiter } = deps;

  route(translationsApi.languages, async () => ({ languages: await translations.listLanguages() }));

  route(translationsApi.bundle, async (request, reply) => {
    const { texts, etag } = await translations.getBundle(request.query.lang);
    void reply.header('etag', etag).header('cache-control', 'no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return texts;
  });

  route(translationsApi.addMissing, async (request) => {
    await limiter.consume(REPORT_LIMIT, request.ip);
    const principal = await authenticate(request);
    return { added: await translations.addMissing(request.body, principal?.role === 'ADMIN') };
  });
}
