import { beforeAll, describe, expect, test } from 'vitest';
import { startTestTranslator, type TestTranslator } from '../../../test/parts/translator';
import { chatCompletionsUrl } from '../../config-translator';
import { createLogger } from '../../platform/log';
import { createTranslator, type Translator } from './translator';
import { usableTranslation } from './translator.domain';

let service: TestTranslator;
let translator: Translator;
beforeAll(async () => {
  service = await startTestTranslator();
  const settings = { url: chatCompletionsUrl(service.url), apiKey: 'key-1', model: 'small' };
  translator = createTranslator({ settings, log: createLogger('silent'), deadlineMs: 700 });
});

const order = (text: string) => ({ text, source: 'en', target: 'vi' });
const translate = (text: string) => translator.translate(order(text));

test('the service is called as the protocol requires, with the key, and only the text as the message', async () => {
  service.answerWith(() => 'Xin chào {{name}}');
  expect(await translate('Hello {{name}}')).toBe('Xin chào {{name}}');
  expect(service.requests.at(-1)).toMatchObject({
    authorization: 'Bearer key-1',
    path: '/v1/chat/completions',
    body: { model: 'small', messages: [{ role: 'system' }, { role: 'user', content: 'Hello {{name}}' }] },
  });
});

describe('an answer that cannot be used is refused', () => {
  test.each([
    ['a lost placeholder', 'Xin chào'],
    ['a translated placeholder', 'Xin chào {{tên}}'],
    ['an invented placeholder', 'Xin chào {{name}} {{n}}'],
    ['nothing', '   '],
    ['prose in several lines', 'Of course!\n\nXin chào {{name}}\n\nAnything else?'],
    ['prose in one line', 'The translation is: Xin chào {{name}}'],
    ['a lecture', `Xin chào {{name}} ${'và '.repeat(200)}`],
    ['a body without end', `{{name}}${'x'.repeat(600_000)}`],
    ['an error', 500],
    ['too many calls', 429],
    ['a redirect', 302],
  ])('%s', async (_what, answer) => {
    service.answerWith(() => answer);
    await expect(translate('Hello {{name}}')).rejects.toMatchObject({ code: 'translator_failed' });
  });

  test('a service that never answers, within the deadline', async () => {
    service.answerWith(() => undefined);
    await expect(translate('Hello')).rejects.toMatchObject({ code: 'translator_failed' });
  });
});

test('at most four calls run concurrently', async () => {
  service.answerWith(() => undefined);
  const before = service.requests.length;
  const calls = Promise.allSettled(Array.from({ length: 10 }, () => translate('Hello')));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(service.requests.length - before).toBe(4);
  await calls;
});

test.each([
  ['"Xin chào"', 'Xin chào'],
  ['“Xin chào”', 'Xin chào'],
  ['```\nXin chào\n```', 'Xin chào'],
  ['Sure! Here is the translation:\n```text\nXin chào\n```', 'Xin chào'],
  ['Here is the translation: "Xin chào"', 'Xin chào'],
  ['  Xin chào\n', 'Xin chào'],
])('what is wrapped is unwrapped: %j', (answer, translation) => {
  expect(usableTranslation(order('Hello'), answer)).toBe(translation);
});

test('quotes and colons that belong to the text stay', () => {
  expect(usableTranslation(order('"Paid": yes'), '"Đã trả": có')).toBe('"Đã trả": có');
  expect(usableTranslation(order('Fee: {{n}}'), 'Phí: {{n}}')).toBe('Phí: {{n}}');
});

test('without a service there is a clear refusal', async () => {
  const absent = createTranslator({ settings: undefined, log: createLogger('silent') });
  expect(absent.isConfigured).toBe(false);
  await expect(absent.translate(order('Hello'))).rejects.toMatchObject({ code: 'translator_not_configured' });
});

test.each([
  ['https://api.openai.com/v1', 'https://api.openai.com/v1/chat/completions'],
  ['https://api.openai.com/v1/', 'https://api.openai.com/v1/chat/completions'],
  ['http://127.0.0.1:9', 'http://127.0.0.1:9/v1/chat/completions'],
  ['http://127.0.0.1:9/v1/chat/completions', 'http://127.0.0.1:9/v1/chat/completions'],
])('%s is called at %s', (base, url) => {
  expect(chatCompletionsUrl(base)).toBe(url);
});
