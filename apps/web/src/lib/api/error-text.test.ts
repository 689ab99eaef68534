import { accountsApi } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { createCall } from './call';
import { errorText } from './error-text';

const t = ((text: string) => text) as Parameters<typeof errorText>[0];
const FALLBACK = 'Invalid username or password';

async function textAfter(fetch: () => Promise<Response>): Promise<string> {
  const call = createCall({ fetch, language: () => 'en', onNotSignedIn: () => undefined });
  const error = await call(accountsApi.session).catch((reason: unknown) => reason);
  return errorText(t, error, FALLBACK);
}
const answer = (body: string, status: number) => () => Promise.resolve(new Response(body, { status }));

test.each([
  ['an empty refusal', answer('', 500)],
  ["a proxy's page", answer('<html>Bad gateway</html>', 502)],
  ['a refusal without a message', answer('{"code":"invalid_credentials"}', 401)],
  ['a message that is no text', answer('{"code":"invalid_credentials","message":null}', 401)],
  ['a torn success', answer('{"message":', 200)],
])('%s gives the sentence of the specification', async (_name, fetch) => {
  expect(await textAfter(fetch)).toBe(FALLBACK);
});

test('a message of the server is shown, with or without a code', async () => {
  expect(await textAfter(answer('{"code":"account_disabled","message":"This account is disabled."}', 403))).toBe(
    'This account is disabled.',
  );
  expect(await textAfter(answer('{"message":"Closed for today."}', 503))).toBe('Closed for today.');
});

test('no answer at all is said as such', async () => {
  expect(await textAfter(() => Promise.reject(new TypeError('Failed to fetch')))).toBe('The server did not answer. Please try again.');
});
