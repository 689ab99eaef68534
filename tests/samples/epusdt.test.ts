import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EpusdtReply, EpusdtSettings } from '@stablegate/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../../apps/sandbox/src/postgres/free-port';
import { startTestApp, type TestApp } from '../../apps/server/test/app';
import { startTestChain, type TestChain } from '../../apps/server/test/parts/chain';
import { becomes, invoiceRow, payShop } from '../../apps/server/test/shop';
import { addWallet, evmAddress, giveBalance, type Merchant, newMerchant, newStore, type OwnStore } from '../../apps/server/test/stores';
import { isHere, RUNTIMES, withReceiver } from './runtimes';

/** A shop in PHP that speaks Epusdt's protocol and knows nothing of us but an address and a token. */
const FOLDER = join(import.meta.dirname, 'epusdt');
const TO = evmAddress(0xe9);
const php = RUNTIMES.filter((runtime) => runtime.language === 'php' && isHere(runtime));
const folder = mkdtempSync(join(tmpdir(), 'stablegate-epusdt-'));
let app: TestApp;
let chain: TestChain;
let merchant: Merchant;
let store: OwnStore;
let settings: EpusdtSettings;

beforeAll(async () => {
  chain = await startTestChain();
  app = await startTestApp({ networks: [chain.settings('BEP20')], roles: ['api', 'worker', 'watcher'] });
  merchant = await newMerchant(app, 'epusdt_shop');
  store = await newStore(merchant);
  await addWallet(merchant, store.id, 'BEP20', TO);
  await giveBalance(app, merchant.userId, 10_000_000n);
  const answer = await merchant.put(`/store/${store.id}/epusdt`, { enabled: true, source: 'fixed', rate: '7.2' });
  expect(answer.statusCode, answer.body).toBe(200);
  settings = answer.json();
}, 90_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** The address on its page is the public one; the test's process listens elsewhere. */
function addressHere(): string {
  const { port } = app.server.server.address() as AddressInfo;
  return `http://127.0.0.1:${port}${new URL(settings.address).pathname}`;
}

async function create(token: string, orderId: string, notifyUrl: string): Promise<EpusdtReply> {
  const args = [join(FOLDER, 'create.php'), addressHere(), token, orderId, '100.8', notifyUrl, 'https://shop.example/thanks?a=1&b=2'];
  const { stdout } = await promisify(execFile)('php', args, { encoding: 'utf8', timeout: 30_000 });
  return JSON.parse(stdout);
}

const deliveryState = async (transId: string) =>
  (await merchant.get(`/invoice/${transId}`)).json<{ callbackState: string }>().callbackState;

async function pay(transId: string): Promise<string> {
  const { txHash } = await payShop(chain, 'BEP20', TO, (await invoiceRow(app, transId)).payable);
  await becomes(app, chain, transId, { status: 'SUCCESS' });
  return txHash;
}

describe.each(php)('a shop in $language', (runtime) => {
  test('orders, is paid on the chain, and accepts the signature of the callback', async () => {
    const log = join(folder, 'accepted');
    const port = await findFreePort();
    vi.stubEnv('EPUSDT_TOKEN', settings.token ?? '').stubEnv('EPUSDT_LOG', log); // its receiver inherits them
    await withReceiver(runtime, join(FOLDER, 'notify.php'), port, async () => {
      const { status_code, data } = await create(settings.token ?? '', 'D-1', `http://127.0.0.1:${port}/pay/epusdt/notify_url`);
      expect(status_code).toBe(200);
      expect(data).toMatchObject({ order_id: 'D-1', amount: 100.8, actual_amount: 14.07, token: expect.stringMatching(/^0x/) });
      const transId = data?.trade_id ?? '';
      expect((await create(settings.token ?? '', 'D-1', 'http://127.0.0.1:9/')).status_code).toBe(10002);
      const hash = await pay(transId);
      await vi.waitFor(async () => expect(await deliveryState(transId)).toBe('delivered'), { timeout: 20_000 });
      const [accepted] = readFileSync(log, 'utf8').trim().split('\n');
      expect(JSON.parse(accepted ?? '')).toMatchObject({
        trade_id: transId,
        order_id: 'D-1',
        amount: 100.8,
        actual_amount: 14.07,
        block_transaction_id: hash,
        status: 2,
      });
    });
  }, 120_000);

  test('is refused with another token, and refuses a callback with another', async () => {
    expect(await create('another token', 'D-2', 'http://127.0.0.1:9/')).toMatchObject({ status_code: 401, data: null });
    const log = join(folder, 'refused');
    const port = await findFreePort();
    vi.stubEnv('EPUSDT_TOKEN', 'another token').stubEnv('EPUSDT_LOG', log);
    await withReceiver(runtime, join(FOLDER, 'notify.php'), port, async () => {
      const { data } = await create(settings.token ?? '', 'D-3', `http://127.0.0.1:${port}/`);
      const transId = data?.trade_id ?? '';
      await pay(transId);
      const attempts = async () => (await merchant.get(`/invoice/${transId}`)).json<{ callbackAttempts: object[] }>().callbackAttempts;
      await vi.waitFor(async () => expect((await attempts())[0]).toMatchObject({ outcome: 'refused', httpStatus: 200, response: 'fail' }), {
        timeout: 20_000,
      });
      expect(await deliveryState(transId)).toBe('waiting');
      expect(existsSync(log)).toBe(false);
    });
  }, 120_000);
});

test('the shop’s files name the fields of the protocol', () => {
  const text = ['create.php', 'notify.php', 'protocol.php'].map((file) => readFileSync(join(FOLDER, file), 'utf8')).join('\n');
  for (const field of ['order_id', 'amount', 'notify_url', 'redirect_url', 'signature', 'status']) expect(text).toContain(field);
});
