import { type APIRequestContext, expect } from '@playwright/test';
import { uniqueName } from './people';

const API = '/api/v1';
const PASSWORD = 'Sandbox-2026!';

export async function call<T>(request: APIRequestContext, path: string, data?: object, headers: Record<string, string> = {}): Promise<T> {
  const answer = await request.post(API + path, { ...(data !== undefined && { data }), headers });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.json() as Promise<T>;
}

export async function signInByCall(request: APIRequestContext, username: string): Promise<void> {
  expect((await request.post(`${API}/auth/login`, { form: { username, password: PASSWORD } })).ok()).toBe(true);
}

const digits = (count: number): string => Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('');
const freshAddress = (): string => `0x${Array.from({ length: 40 }, () => Math.floor(Math.random() * 16).toString(16)).join('')}`;

export type AdminData = Awaited<ReturnType<typeof makeAdminData>>;

/** One of everything that the back office lists, created as users do; with unique names, so that other tests do not interfere. */
export async function makeAdminData(request: APIRequestContext) {
  const username = uniqueName();
  await call(request, '/auth/signup', { username, email: `${username}@example.com`, password: 'Kz9!wq-Lr#77' });
  await signInByCall(request, 'demomerchant');
  const storeName = `Shop ${username}`;
  const store = await call<{ id: string; apiKey: string; merchantId: string }>(request, '/store', { name: storeName });
  const address = freshAddress();
  await call(request, '/wallet', { storeId: store.id, network: 'BEP20', address });
  const order = {
    // Reversed: the list cuts it, and names made at the same time begin alike.
    name: `Order ${[...username].reverse().join('')}`,
    description: `Twelve bags of beans for ${username}`,
    amount: '41.5',
    request_id: `req_${username}`,
    callback_url: 'https://example.com/hooks/payments',
    success_url: 'https://example.com/thanks',
  };
  const invoice = await call<{ data: { trans_id: string } }>(request, '/payment/invoice', order, { 'x-api-key': store.apiKey });
  const transId = invoice.data.trans_id;
  const paid = await call<{ txHashes: string[] }>(request, `/sandbox/invoices/${transId}/pay`, { mode: 'exact', network: 'BEP20' });
  // A unique amount, which identifies its rows.
  const dollars = 1_000 + Math.floor(Math.random() * 8_999);
  const reference = `AB${digits(8)}`;
  const deposit = await call<{ id: string; amountVnd: number }>(
    request,
    `/deposit-invoice/create-bank?method=vietnam-bank-auto&amount=${dollars}&description=${reference}`,
  );
  await call(request, '/sandbox/bank-transfer', { reference, amountVnd: deposit.amountVnd });
  return {
    username,
    storeName,
    store,
    address,
    order,
    transId,
    txHash: paid.txHashes[0] ?? '',
    // As the back office writes it in Vietnamese.
    deposited: dollars.toLocaleString('vi'),
  };
}

/** A transfer without its reference. */
export async function makeLostTransfer(request: APIRequestContext): Promise<{ text: string; reference: string }> {
  await signInByCall(request, 'demomerchant');
  const reference = `CD${digits(8)}`;
  // An amount of its own: an open deposit of the same amount would be used again, under its own reference.
  const query = `method=vietnam-bank-auto&amount=${30 + Math.floor(Math.random() * 900)}&description=${reference}`;
  const { amountVnd } = await call<{ amountVnd: number }>(request, `/deposit-invoice/create-bank?${query}`);
  const text = `chuyen tien ${uniqueName()}`;
  await call(request, '/sandbox/bank-transfer', { reference: text, amountVnd });
  return { text, reference };
}
