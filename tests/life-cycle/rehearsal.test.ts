import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../../apps/sandbox/src/postgres/cluster';
import { findFreePort } from '../../apps/sandbox/src/postgres/free-port';
import { api, isReady, until } from './sandbox';

// docs/deploy/production.md, "Rehearse it first", with the embedded PostgreSQL instead of Debian's and without a TLS proxy.

const root = join(import.meta.dirname, '../..');
const dir = mkdtempSync(join(tmpdir(), 'stablegate-rehearsal-'));
const world = join(dir, 'world');
const PASSWORD = 'Blue-Kettle-42';
const SHOP_ADDRESS = '0x9c1e5d4b7a3f28e6d0b1c2a3948576f1e2d3c4b5';
const stops: (() => Promise<unknown>)[] = [];
let cluster: Cluster;
let port: number;
let chainPort: number;
let environment: Record<string, string | undefined>;
let cookie = '';

function startProcess(script: string, args: string[], env: NodeJS.ProcessEnv): void {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, env, stdio: 'ignore' });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  stops.push(async () => {
    child.kill('SIGTERM');
    await exited;
  });
}

const rehearsal = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['apps/sandbox/dist/main-rehearsal.js', '--chain-port', String(chainPort), ...args], { cwd: root });

beforeAll(async () => {
  [port, chainPort] = [await findFreePort(), await findFreePort()];
  const smtpPort = await findFreePort();
  cluster = await startCluster({ dir: join(dir, 'data'), volatile: true });
  startProcess(
    'apps/sandbox/dist/main-rehearsal.js',
    ['--dir', world, '--chain-port', String(chainPort), '--smtp-port', String(smtpPort)],
    process.env,
  );
  const file = join(world, 'rehearsal.env');
  await until('the settings of the rehearsal', () => existsSync(file));
  environment = {
    ...parseEnv(readFileSync(file, 'utf8')),
    PATH: process.env.PATH,
    DATABASE_URL: cluster.url('postgres'),
    PUBLIC_URL: `http://localhost:${port}`,
    MASTER_KEY: `1:${Buffer.alloc(32, 9).toString('base64')}`,
    TRUST_PROXY: '127.0.0.1',
    PORT: String(port),
    HEALTH_PORT: '0',
    DATA_DIR: dir,
  };
  for (const role of ['api', 'worker', 'watcher']) startProcess('apps/server/dist/main-all.js', [], { ...environment, ROLES: role });
  await until('the api', () => isReady(port));
}, 240_000);
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await cluster.destroy();
  rmSync(dir, { recursive: true, force: true });
}, 60_000);

async function ask(method: string, path: string, body?: object | URLSearchParams, headers: Record<string, string> = {}) {
  const isForm = body === undefined || body instanceof URLSearchParams;
  const answer = await api(port, path, {
    method,
    headers: { cookie, origin: `http://localhost:${port}`, ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${text}`).toBe(true);
  const set = answer.headers.getSetCookie().map((each) => each.split(';')[0]);
  if (set.length > 0) cookie = set.join('; ');
  return text === '' ? {} : JSON.parse(text);
}

/** From the mail that the worker has sent. */
async function verificationToken(): Promise<string> {
  const mails = () => readFileSync(join(world, 'mailbox.jsonl'), 'utf8');
  let token: string | undefined;
  await until('the mail', () => {
    token = /email-verification\/verify\?token=([\w-]+)/.exec(mails())?.[1];
    return token !== undefined;
  });
  return token ?? '';
}

async function verifiedMerchant(): Promise<void> {
  await ask('POST', '/auth/signup', { username: 'firstshop', email: 'shop@example.com', password: PASSWORD });
  await ask('POST', '/auth/login', new URLSearchParams({ username: 'firstshop', password: PASSWORD }));
  await ask('POST', '/email-verification/send');
  await ask('GET', `/email-verification/verify?token=${await verificationToken()}`);
}

/** What the payment page shows, from a test wallet. */
async function payBill(transId: string): Promise<void> {
  const { data } = await ask('GET', `/payment/${transId}`);
  const target = data.networks.find((each: { network: string }) => each.network === 'BEP20');
  await rehearsal('pay', 'BEP20', target.address, data.due);
}

async function doctor(): Promise<string> {
  const command = promisify(execFile)(process.execPath, ['apps/server/dist/cli-admin.js', 'doctor'], { cwd: root, env: environment });
  return (await command.catch((error: { stdout: string }) => error)).stdout;
}

test('an installation as in production: the doctor finds no fault, a top-up and the first invoice are paid', async () => {
  await verifiedMerchant();
  const deposit = await ask('POST', '/deposit-invoice/create-usdt', { amount: '20' });
  await payBill(new URL(deposit.urlPayment).pathname.split('/').pop() ?? '');
  await until('the top-up', async () => {
    const { content } = await ask('GET', '/deposit-invoice/my-invoices/page?page=0&size=1');
    return content[0].status === 'PAID';
  });

  const store = await ask('POST', '/store', { name: 'First shop' });
  await ask('POST', '/wallet', { storeId: store.id, network: 'BEP20', address: SHOP_ADDRESS });
  const key = { 'x-api-key': store.apiKey as string };
  const { data } = await ask('POST', '/payment/invoice', { name: 'Tea', amount: '10', request_id: 'first' }, key);
  await payBill(data.trans_id);
  await until('the first invoice', async () => {
    const { data: now } = await ask('GET', `/payment/invoice/${data.trans_id}`, undefined, key);
    return now.status === 'completed';
  });

  // The embedded database of a test writes nothing through, and there is no TLS proxy. On a busy machine a block may be late for a while.
  let told = '';
  await until('the doctor to find nothing else', async () => {
    told = await doctor();
    const problems = told.split('\n').filter((line) => line.includes('PROBLEM'));
    return problems.map((line) => line.split(/\s+/)[0]).join() === 'database,address';
  }).catch((error: Error) => expect.fail(`${error.message}\n${told}`));
  for (const network of ['TRON', 'BEP20', 'ERC20', 'POLYGON', 'SOLANA']) expect(told).toContain(`${network}: 2 nodes`);
}, 300_000);
