import { setTimeout as sleep } from 'node:timers/promises';
import { parseMicros } from '@stablegate/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../../sandbox/src/postgres/free-port';
import { startTestChain, type TestChain } from '../../../test/parts/chain';
import { createServerHome, type ServerProcess, startServerProcess } from '../../../test/processes/server-process';
import { evmAddress } from '../../../test/stores';
import { assertDefined } from '../../platform/assert';
import { systemClocks } from '../../platform/clock';
import { createDb, type Db } from '../../platform/db/db';
import type { UserId } from '../../platform/id-types';
import { createLedgerService } from '../ledger/ledger.service';

/**
 * The real server, killed at every step of a deposit and restarted. Each process first finishes what its killed predecessor left, then
 * reaches its own kill point. The two methods alternate: work left by one never passes a point of the other, or once (`:2`).
 */
const STEPS = [
  { way: 'usdt', fault: 'deposit.before_commit:1' },
  { way: 'bank', fault: 'bank_feed.after_store:1' },
  { way: 'usdt', fault: 'deposit.after_commit:1' },
  { way: 'bank', fault: 'bank_feed.before_commit:1' },
  { way: 'usdt', fault: 'scan.before_store:1' },
  { way: 'bank', fault: 'bank_feed.before_answer:1' },
  { way: 'usdt', fault: 'scan.before_cursor:1' },
  { way: 'bank', fault: 'deposit.after_credit:2' },
  { way: 'usdt', fault: 'scan.after_commit:1' },
  { way: 'bank', fault: 'deposit.after_commit:1' },
  { way: 'usdt', fault: 'settle.before_commit:1' },
  { way: 'bank', fault: 'bank_feed.before_commit:1' },
  { way: 'usdt', fault: 'deposit.after_credit:2' },
  { way: 'bank', fault: 'bank_feed.before_answer:1' },
  { way: 'usdt', fault: 'settle.after_commit:1' },
] as const;

const PASSWORD = 'Blue-Kettle-42';
const FEED_KEY = 'feed-key-of-the-kill-test';
const PLATFORM = evmAddress(0x6666);
const BEP20_UNIT = 10n ** 12n;

let chain: TestChain;
let home: Awaited<ReturnType<typeof createServerHome>>;
let env: Record<string, string>;
let db: Db;
let server: ServerProcess | undefined;

beforeAll(async () => {
  chain = await startTestChain();
  home = await createServerHome();
  const { contract = '', decimals = 18 } = chain.info.networks.BEP20 ?? {};
  env = {
    ...home.env,
    PORT: String(await findFreePort()),
    ROLES: 'api,watcher', // other work is no step of a deposit
    PLATFORM_ADDRESS_BEP20: PLATFORM,
    SEPAY_API_KEY: FEED_KEY,
    BEP20_RPC_URLS: chain.url,
    BEP20_CHAIN_ID: String(chain.info.chainId),
    BEP20_CONTRACT: contract,
    BEP20_DECIMALS: String(decimals),
    BEP20_FINALITY: '2',
    BEP20_POLL_MS: '60',
    BEP20_IDLE_POLL_MS: '60',
    BEP20_BLOCK_MS: '1000',
    BEP20_RATE: '1000',
    BEP20_QUORUM: '1',
    BEP20_SOLO_PROOF: 'none',
    BEP20_START_BLOCK: String(chain.info.deployBlock + 1),
  };
  db = createDb({ url: home.env.DATABASE_URL ?? '', poolMax: 3, applicationName: 'test' });
});
afterAll(async () => {
  await server?.kill();
  await db.close();
  await home.remove();
});

/** One user's deposit and its progress. */
type Flow = {
  readonly way: 'usdt' | 'bank';
  readonly number: number;
  readonly cookie: string;
  readonly userId: UserId;
  /** What the payment page asks for: the amount, with a tail where others top up at the same time. */
  asked: bigint;
  paid: boolean;
};

async function call(flow: Pick<Flow, 'cookie'>, method: string, path: string, body?: object, headers = {}): Promise<Response> {
  return fetch(`http://localhost:${env.PORT}/api/v1${path}`, {
    method,
    headers: { cookie: flow.cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
}

async function newFlow(way: Flow['way'], number: number): Promise<Flow> {
  const username = `killed_${number}`;
  await call({ cookie: '' }, 'POST', '/auth/signup', { username, email: `${username}@example.com`, password: PASSWORD });
  await sql`update users set email_verified_at = now() where username = ${username}`.execute(db.query);
  const signIn = await fetch(`http://localhost:${env.PORT}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password: PASSWORD }),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const { userId } = (await (await call({ cookie }, 'GET', '/auth')).json()) as { userId: UserId };
  return { way, number, cookie, userId, asked: BigInt(number) * 1_000_000n, paid: false };
}

type Listed = { content: { id: string; requestId: string; topupBack: string; amountVnd?: number }[] };
/** Like a user: checks whether the deposit exists, and requests it again when it does not. */
async function openDeposit(flow: Flow): Promise<Listed['content'][number]> {
  const listed = async () => ((await (await call(flow, 'GET', '/deposit-invoice/my-invoices/page')).json()) as Listed).content[0];
  const known = await listed();
  if (known !== undefined) return known;
  const reference = `KL${flow.number.toString().padStart(8, '0')}`;
  const answer =
    flow.way === 'usdt'
      ? await call(flow, 'POST', '/deposit-invoice/create-usdt', { amount: flow.number })
      : await call(flow, 'POST', `/deposit-invoice/create-bank?method=vietnam-bank-auto&amount=${flow.number}&description=${reference}`);
  expect(answer.status).toBe(201);
  return (await listed()) as Listed['content'][number];
}

const balanceOf = async ({ userId }: Flow): Promise<bigint> => {
  const { rows } = await sql<{ balance: bigint }>`select balance from ledger_accounts where user_id = ${userId}`.execute(db.query);
  return rows[0]?.balance ?? 0n;
};

async function payOnChain(flow: Flow, page: string): Promise<void> {
  const { data } = (await (await call(flow, 'GET', `/payment/${new URL(page).pathname.split('/').at(-1)}`)).json()) as {
    data: { amount: string };
  };
  flow.asked = assertDefined(parseMicros(data.amount), 'the amount of a payment page');
  if (!flow.paid) await chain.pay('BEP20', PLATFORM, flow.asked * BEP20_UNIT);
  flow.paid = true;
  for (let round = 0; round < 150 && (await balanceOf(flow)) === 0n; round += 1) {
    expect((await call(flow, 'GET', '/auth')).status).toBe(200); // throws when the process is gone
    await chain.mine();
    await sleep(100);
  }
}

async function payByBank(flow: Flow, reference: string, amountVnd: number): Promise<void> {
  const body = { id: flow.number, accountNumber: '0000123456', transferType: 'in', transferAmount: amountVnd, content: `nap ${reference}` };
  const answer = await call(flow, 'POST', '/bank-feed/sepay', body, { authorization: `Apikey ${FEED_KEY}` });
  expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
}

/** Continues from any state to the end. */
async function drive(flow: Flow): Promise<void> {
  const { requestId, topupBack, amountVnd = 0 } = await openDeposit(flow);
  if (flow.way === 'usdt') await payOnChain(flow, topupBack);
  else await payByBank(flow, requestId, amountVnd);
}

async function start(fault?: string): Promise<ServerProcess> {
  // The killed process's lease would expire by itself fifteen seconds later.
  await sql`update chain_cursors set lease_until = now()`.execute(db.query).catch(() => undefined); // there is none before the first start
  server = await startServerProcess({ ...env, ...(fault === undefined ? {} : { FAULT: fault }) });
  return server;
}

async function finish(flow: Flow): Promise<void> {
  await drive(flow);
  if (flow.way === 'bank') await drive(flow); // the feed retries until it is acknowledged
  expect(await balanceOf(flow), `${flow.way} ${flow.number}`).toBe(flow.asked);
}

test('a deposit is credited exactly once, wherever the process was killed', { timeout: 600_000 }, async () => {
  const flows: Flow[] = [];
  for (const [index, { way, fault }] of STEPS.entries()) {
    const { ended } = await start(fault);
    const before = flows.at(-1);
    if (before !== undefined) await finish(before);
    const flow = await newFlow(way, index + 1);
    flows.push(flow);
    await drive(flow).catch(() => undefined);
    expect(await Promise.race([ended, sleep(20_000, 'still alive')]), fault).toBe('SIGKILL');
  }
  await start();
  for (const flow of flows.slice(-1)) await finish(flow);
  await chain.mine(5);
  await sleep(1_000);

  for (const flow of flows) expect(await balanceOf(flow), `${flow.way} ${flow.number}`).toBe(flow.asked);
  const { rows } = await sql<{ credits: number; sources: number }>`
    select count(*)::int as credits, count(distinct source)::int as sources from deposit_credits`.execute(db.query);
  expect(rows).toEqual([{ credits: flows.length, sources: flows.length }]);
  const ledger = createLedgerService({ db, clocks: systemClocks, timeZone: 'Asia/Ho_Chi_Minh' });
  expect(await ledger.check('full')).toMatchObject({ differences: 0 });
});
