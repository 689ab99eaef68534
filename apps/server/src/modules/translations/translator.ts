import { z } from 'zod';
import type { TranslatorSettings } from '../../config-translator';
import { AppError } from '../../platform/app-error';
import type { Logger } from '../../platform/log';
import { instructions, type TranslationOrder, usableTranslation } from './translator.domain';

const DEADLINE_MS = 20_000;
const ANSWER_BYTES_MAX = 256 * 1024;
/** For jobs, which end within their lease: four rounds of these fit. */
export const JOB_DEADLINE_MS = 6_000;
/** At once, from this process: a service for admins must not hold all our sockets. */
const CALLS_MAX = 4;

export type Translator = {
  readonly isConfigured: boolean;
  /** Throws translator_not_configured or translator_failed. */
  translate(order: TranslationOrder, deadlineMs?: number): Promise<string>;
};

const completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the answer is too long'); // leaving the loop closes the connection
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function ask(settings: TranslatorSettings, order: TranslationOrder, deadlineMs: number): Promise<string> {
  const response = await fetch(settings.url, {
    method: 'POST',
    redirect: 'error', // the key goes to the configured address and nowhere else
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
  const body = await readBounded(response);
  if (!response.ok) throw new Error(`the translation service answered ${response.status}`);
  return completion.parse(JSON.parse(body)).choices[0]?.message.content ?? '';
}

function createGate(max: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift(); // takes the place over
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

export type TranslatorDeps = { readonly settings: TranslatorSettings | undefined; readonly log: Logger; readonly deadlineMs?: number };

export function createTranslator({ settings, log, deadlineMs = DEADLINE_MS }: TranslatorDeps): Translator {
  const gate = createGate(CALLS_MAX);
  return {
    isConfigured: settings !== undefined,
    translate: (order, callDeadlineMs = deadlineMs) =>
      gate(async () => {
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
