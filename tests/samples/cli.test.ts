import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../apps/server/test/app';
import { arrive, finalise } from '../../apps/server/test/arrivals';
import { addressOf } from '../../apps/server/test/live';
import { openShop, order, type Shop } from '../../apps/server/test/shop';
import { NETWORK_ENV } from '../../apps/server/test/stores';
import { verifyCallback } from '../../packages/sdk/src/callbacks/verify-callback';
import { runCli } from '../../packages/sdk/src/cli/cli';

const folder = mkdtempSync(join(tmpdir(), 'stablegate-cli-'));
const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
let app: TestApp;
let shop: Shop;
let receiver: Server;
const received: string[] = [];

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV, roles: ['api'] });
  shop = await openShop(app);
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      const result = verifyCallback({ headers: request.headers, body, secret });
      received.push(result.ok ? `${result.id} ${JSON.stringify(result.callback)}` : result.fault);
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
}, 60_000);
afterAll(() => {
  receiver.close();
  rmSync(folder, { recursive: true });
});

type Run = { readonly code: number; readonly out: string; readonly err: string };
async function cli(args: readonly string[], signal = new AbortController().signal, lines: string[] = []): Promise<Run> {
  const env = { STABLEGATE_CONFIG: join(folder, 'config.json') };
  const errors: string[] = [];
  const terminal = { env, print: (line: string) => void lines.push(line), ask: async () => shop.apiKey, signal };
  const code = await runCli(args, terminal, (line) => errors.push(line));
  return { code, out: lines.join('\n'), err: errors.join('\n') };
}

test('signs in with a key that works, and stores it for its owner alone', async () => {
  const url = `http://${addressOf(app)}`;
  expect(await cli(['login', '--url', url, '--key', 'sk_wrong'])).toMatchObject({ code: 1, err: expect.stringContaining('API key') });
  expect(await cli(['login', '--url', url])).toMatchObject({ code: 0, err: '' });
  const file = join(folder, 'config.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url, apiKey: shop.apiKey });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

describe('after signing in', () => {
  test('makes, reads and lists invoices', async () => {
    const made = await cli(['invoices', 'create', '--amount', '12.5', '--name', 'Tea', '--request-id', 'cli-1']);
    const { trans_id } = JSON.parse(made.out);
    expect(JSON.parse((await cli(['invoices', 'get', trans_id])).out)).toMatchObject({ request_id: 'cli-1', status: 'waiting' });
    expect((await cli(['invoices', 'list', '--status', 'waiting'])).out).toContain(`${trans_id}  waiting  12.5`);
    expect(await cli(['callbacks', 'resend', trans_id])).toMatchObject({ code: 1, err: expect.stringMatching(/callback/i) });
  });

  test.each([
    ['1', /^\S+ \{"request_id":"\S+","merchant_id":"\S+","amount":"10.000000","status":"completed"/],
    ['2', /^\S+ \{"id":"evt_\S+","type":"invoice\.completed","version":"2"/],
  ])('forwards what happens, and nothing from before, signed, with body %s', async (body, form) => {
    const before = await order(app, shop, '9');
    await shop.api.post(`/payment/invoice/${before.transId}/cancel`);
    received.splice(0);
    const ending = new AbortController();
    const lines: string[] = [];
    const target = `127.0.0.1:${(receiver.address() as AddressInfo).port}/callback`;
    const listening = cli(['listen', '--forward-to', target, '--body', body, '--secret', secret], ending.signal, lines);
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    const { transId, payable } = await order(app, shop, '10');
    await finalise(app, [await arrive(app, { to: shop.addresses.BEP20 ?? '', micros: payable })]);
    const completed = () => received.filter((each) => each.includes('completed') && each.includes(transId));
    await vi.waitFor(() => expect(completed()).toHaveLength(1), { timeout: 15_000 });
    expect(completed()[0]).toMatch(form);
    expect(received.some((each) => each.includes(before.transId))).toBe(false);
    expect(received).toHaveLength(body === '1' ? 1 : 2); // the whole body also tells that the payment was seen
    ending.abort();
    expect(await listening).toMatchObject({ code: 0, out: expect.stringContaining('HTTP 200') });
  });

  test('triggers an expired invoice, and says that only a sandbox pays its own', async () => {
    expect((await cli(['trigger', 'expired'])).out).toContain('cancelled');
    expect(await cli(['trigger', 'completed'])).toMatchObject({ code: 1, err: expect.stringContaining('is no sandbox') });
  });

  test('triggers the outcome of an invoice that is named, and makes none', async () => {
    const { transId } = await order(app, shop, '11');
    const before = (await cli(['invoices', 'list'])).out.split('\n').length;
    expect((await cli(['trigger', 'expired', transId])).out).toContain(`${transId}: cancelled`);
    expect(JSON.parse((await cli(['invoices', 'get', transId])).out)).toMatchObject({ status: 'expired' });
    expect((await cli(['invoices', 'list'])).out.split('\n')).toHaveLength(before);
  });
});

test.each([[[]], [['invoices', 'delete', 'x']], [['trigger', 'all']], [['listen']], [['invoices', 'list', '--colour']]])(
  '%j is refused with how to do it',
  async (args) => {
    const { code, err } = await cli(args);
    expect(code).toBe(2);
    expect(err.length).toBeGreaterThan(10);
  },
);
