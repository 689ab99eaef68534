import { describe, expect, test } from 'vitest';
import { createClient, StablegateError, StablegateUnreachableError } from './index';

const invoice = { name: 'n', amount: '1', request_id: 'r' };
const refused = (status: number, headers: Record<string, string> = {}) => Response.json({ code: 'x', message: 'No' }, { status, headers });
const made = () => Response.json({ data: { trans_id: 'inv_1' } }, { status: 201 });

/** Answers in turn; an Error is thrown as fetch throws it. */
function clientWith(answers: readonly (() => Response | Error)[], options: { retries?: number } = {}) {
  const asked: string[] = [];
  const send: typeof fetch = async (input, init) => {
    asked.push(`${init?.method} ${new URL(String(input)).pathname}`);
    const answer = answers[asked.length - 1]?.() ?? new Error('one call too many');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { client: createClient({ apiKey: 'sk_x', baseUrl: 'https://pay.example/', fetch: send, ...options }), asked };
}

const lost = () => new TypeError('fetch failed');

describe('the client repeats', () => {
  test.each([
    ['a lost connection', lost],
    ['a 503', () => refused(503)],
    ['a 429', () => refused(429, { 'retry-after': '0' })],
  ])('creating after %s', async (_what, fault) => {
    const { client, asked } = clientWith([fault, made]);
    expect(await client.createInvoice(invoice)).toEqual({ trans_id: 'inv_1' });
    expect(asked).toHaveLength(2);
  });

  test('cancelling after a 429 only, since that was not carried out', async () => {
    const limited = clientWith([() => refused(429, { 'retry-after': '0' }), made]);
    await limited.client.cancelInvoice('inv_1');
    expect(limited.asked).toHaveLength(2);
    const unknown = clientWith([lost, made]);
    await expect(unknown.client.cancelInvoice('inv_1')).rejects.toBeInstanceOf(StablegateUnreachableError);
    expect(unknown.asked).toHaveLength(1);
  });
});

describe('the client does not repeat', () => {
  test('more often than told', async () => {
    const { client, asked } = clientWith([lost, lost, lost, lost], { retries: 1 });
    await expect(client.createInvoice(invoice)).rejects.toMatchObject({ name: 'StablegateUnreachableError', cause: expect.any(TypeError) });
    expect(asked).toHaveLength(2);
  });

  test.each([402, 409, 422, 500])('after HTTP %i', async (status) => {
    const { client, asked } = clientWith([() => refused(status), made]);
    await expect(client.createInvoice(invoice)).rejects.toBeInstanceOf(StablegateError);
    expect(asked).toHaveLength(1);
  });

  test('when it would have to wait for longer than ten seconds; the error says how long', async () => {
    const { client, asked } = clientWith([() => refused(429, { 'retry-after': '60' }), made]);
    await expect(client.createInvoice(invoice)).rejects.toMatchObject({ retryAfterSeconds: 60 });
    expect(asked).toHaveLength(1);
  });
});
