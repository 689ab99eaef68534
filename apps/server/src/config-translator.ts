import { z } from 'zod';

/** Machine translation, over the OpenAI chat-completions protocol. */
export type TranslatorSettings = { readonly url: string; readonly apiKey: string | undefined; readonly model: string };

export const translatorFields = {
  TRANSLATOR_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Service that translates for admins, such as https://api.openai.com/v1; without it there is no machine translation'),
  TRANSLATOR_API_KEY: z.string().min(1).max(1_000).optional().describe('Bearer key for that service'),
  TRANSLATOR_MODEL: z.string().min(1).max(200).default('gpt-4o-mini').describe('Model to request'),
};
export const translatorEnvironment = z.object(translatorFields);

/** Base URLs come in three forms: the origin, with the version, or the complete URL of the call. */
export function chatCompletionsUrl(base: string): string {
  const url = new URL(base);
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') url.pathname = '/v1/chat/completions';
  else if (!path.endsWith('/chat/completions')) url.pathname = `${path}/chat/completions`;
  return url.href;
}

export const readTranslator = (env: z.output<typeof translatorEnvironment>): TranslatorSettings | undefined =>
  env.TRANSLATOR_URL === undefined
    ? undefined
    : { url: chatCompletionsUrl(env.TRANSLATOR_URL), apiKey: env.TRANSLATOR_API_KEY, model: env.TRANSLATOR_MODEL };
