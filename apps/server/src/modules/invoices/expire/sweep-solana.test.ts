import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { invoiceRow, openShop, order, type Shop } from '../../../../test/shop';
import { NETWORK_ENV } from '../../../../test/stores';

const MINUTE = 60_000;
/** How far business time is ahead of the machine's clock. */
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: NETWORK_ENV, clocks: { business: { now }, real: { now: () => new Date() } } });
});

/** How far the network as a whole is read, and one owner's token account. */
async function networkRead(time: Date): Promise<void> {
  await sql`
    insert into chain_cursors (network, read_through) values ('SOLANA', ${time})
    on conflict (network) do update set read_through = excluded.read_through`.execute(app.platform.db.query);
}
async function accountRead(shop: Shop, time: Date | null, account = 'associated'): Promise<void> {
  await sql`
    insert into watched_token_accounts (network, token_account, owner_key, read_through)
    values ('SOLANA', ${`${account} ${shop.addresses.SOLANA}`}, ${shop.addresses.SOLANA ?? ''}, ${time})
    on conflict (network, token_account) do update set read_through = excluded.read_through`.execute(app.platform.db.query);
}
async function statusAfterSweep(transId: string): Promise<string> {
  await app.services.invoices.sweep();
  return (await invoiceRow(app, transId)).status;
}

test('an invoice expires once its own Solana account is read past its time; an unreadable account delays only its own invoices', async () => {
  const [sound, broken] = [await openShop(app, ['SOLANA']), await openShop(app, ['SOLANA'])];
  const [mine, other] = [await order(app, sound), await order(app, broken)];
  const { expires_at: end } = await invoiceRow(app, mine.transId);
  aheadMs += 20 * MINUTE;
  await networkRead(now());
  expect(await statusAfterSweep(mine.transId)).toBe('WAITING'); // its account was never read
  await accountRead(sound, end);
  await accountRead(broken, new Date(end.getTime() - MINUTE));
  expect(await statusAfterSweep(mine.transId)).toBe('WAITING'); // a payment at the last moment may be unread
  await accountRead(sound, new Date(end.getTime() + 1));
  await accountRead(sound, null, 'second');
  expect(await statusAfterSweep(mine.transId)).toBe('WAITING'); // so may one at the owner's other token account
  await accountRead(sound, new Date(end.getTime() + 1), 'second');
  expect(await statusAfterSweep(mine.transId)).toBe('EXPIRED');
  expect((await invoiceRow(app, other.transId)).status).toBe('WAITING');
  aheadMs += 24 * 60 * MINUTE;
  expect(await statusAfterSweep(other.transId)).toBe('EXPIRED'); // after a day expiry no longer waits
});
