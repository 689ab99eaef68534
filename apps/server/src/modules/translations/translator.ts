import { z } from 'zod';
import type { TranslatorSettings } from '../../config-translator';
import { AppError } from '../../platform/app-error';
import type { Logger } from '../../platform/log';
import { readBounded } from '../../platform/net/bounded-body';
import { createSemaphore } from '../../platform/semaphore';
import { instructions, type TranslationOrder, usableTranslation } from './translator.domain';

const DEADLINE_MS = 20_000;
const ANSWER_BYTES_MAX = 256 * 1024;
/** For jobs, which end within their lease: four rounds of these fit. */
export const JOB_DEADLINE_MS = 6_000;
/** Concurrently, from this process: a service for admins must not occupy all our sockets. */
const CALLS_MAX = 4;

export type Translator = {
  readonly isConfigured: boolean;
  /** Throws translator_not_configured or translator_failed. */
  translate(order: TranslationOrder, deadlineMs?: number): Promise<string>;
};

const completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

async function ask(settings: TranslatorSettings, order: TranslationOrder, deadlineMs: number): Promise<string> {
  const response = await fetch(settings.url, {
    method: 'POST',
    redirect: 'error', // the key is sent to the configured URL only
    signal: AbortSignal.timeout(deadlineMs),
    headers: {
      'content-type': 'application/json',
      ...(settings.apiKey === undefined ? {} : { authorization: `Bearer ${settings.apiKey}` }),
    },
    body: JSON.stringify({
      model: settings.model,
      temperature: 0,
      messages: [
        { role: 'system', content: instructions(order) },
        { role: 'user', content: order.text },
      ],
    }),
  });
  const body = await readBounded(response.body, ANSWER_BYTES_MAX);
  if (body === undefined) throw new Error('the answer is too long');
  if (!response.ok) throw new Error(`the translation service answered ${response.status}`);
  return completion.parse(JSON.parse(body)).choices[0]?.message.content ?? '';
}

export type TranslatorDeps = { readonly settings: TranslatorSettings | undefined; readonly log: Logger; readonly deadlineMs?: number };

export function createTranslator({ settings, log, deadlineMs = DEADLINE_MS }: TranslatorDeps): Translator {
  const limited = createSemaphore(CALLS_MAX);
  return {
    isConfigured: settings !== undefined,
    translate: (order, callDeadlineMs = deadlineMs) =>
      limited(async () => {
        if (settings === undefined) throw new AppError('translator_not_configured');
        const answer = await ask(settings, order, callDeadlineMs).catch((error: unknown) => {
          log.warn({ err: error }, 'machine translation');
          throw new AppError('translator_failed');
        });
        const translation = usableTranslation(order, answer);
        if (translation === undefined) throw new AppError('translator_failed');
        return translation;
      }),
  };
}
