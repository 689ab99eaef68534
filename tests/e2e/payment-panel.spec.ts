import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { findFreePort } from '../../apps/sandbox/src/postgres/free-port';
import { isReady, type Started, start, until } from '../life-cycle/sandbox';
import { openInvoice, viewOf } from './bills';

/**
 * The panel moves the clock and reorganises the chain for everyone, so it has a separate sandbox, one mode after the other. Each test
 * presses a button and checks the page.
 */
test.describe.configure({ mode: 'serial', timeout: 180_000 });
const SEEN_MS_MAX = 90_000; // blocks come every second; the rest is margin for slow machines
let dir: string;
let sandbox: Started;
let origin: string;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  dir = mkdtempSync(join(tmpdir(), 'stablegate-panel-'));
  const port = await findFreePort();
  sandbox = start({ PORT: String(port), DATA_DIR: join(dir, 'data'), RATE_LIMIT_SCALE: '1000' });
  await until('the sandbox to be ready', async () => sandbox.child.exitCode !== null || (await isReady(port)), 200_000);
  expect(sandbox.child.exitCode, sandbox.output()).toBeNull();
  origin = `http://localhost:${port}`;
});
test.afterAll(async () => {
  sandbox.child.kill('SIGTERM');
  await sandbox.exited;
  rmSync(dir, { recursive: true, force: true });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const becomes = (page: Page, name: string) => expect(heading(page, name)).toBeVisible({ timeout: SEEN_MS_MAX });
const panel = (page: Page) => page.getByRole('complementary', { name: 'TEST MODE' });
async function press(page: Page, label: string): Promise<void> {
  await panel(page).getByRole('button', { name: label }).click();
  await expect(panel(page).getByRole('status')).toHaveText(`Done: ${label}`, { timeout: SEEN_MS_MAX });
}

/** The panel shows where the money is, from the recorded transfers. */
const wentTo = (page: Page, where: RegExp) =>
  expect(panel(page).getByRole('list', { name: 'Where the money went' })).toContainText(where, { timeout: SEEN_MS_MAX });

async function openBill(page: Page): Promise<string> {
  const { transId } = await openInvoice(page.request, {}, { origin });
  await page.goto(`${origin}/bill/${transId}`);
  await becomes(page, 'SEND CRYPTO');
  return transId;
}
const viewedAt = (page: Page, transId: string) => viewOf(page.request, transId, origin);
/** Nothing may happen: the chain is read well past the block before concluding that. */
async function staysUnpaid(page: Page, transId: string): Promise<void> {
  const last = await page.request.post(`${origin}/api/v1/sandbox/chain/mine`, { data: { blocks: 5 } });
  const { blockHeight } = await last.json();
  const lowest = async () => {
    const readings: { status: string; blockHeight: number | null }[] = await (await page.request.get(`${origin}/api/v1/networks`)).json();
    return Math.min(...readings.filter(({ status }) => status === 'active').map((each) => each.blockHeight ?? 0));
  };
  await expect.poll(lowest, { timeout: SEEN_MS_MAX }).toBeGreaterThanOrEqual(blockHeight);
  expect(await viewedAt(page, transId)).toMatchObject({ status: 'waiting', paid: '0.000000' });
  await expect(heading(page, 'SEND CRYPTO')).toBeVisible();
}

test('Pay exactly: seen, with confirmations and sender, then paid', async ({ page }) => {
  const transId = await openBill(page);
  await press(page, 'Pay exactly');
  await becomes(page, 'Payment Successful!');
  await wentTo(page, /10\.0500 USDT: counts for this invoice, which is completed\./);
  const { paid, amount } = await viewedAt(page, transId);
  expect(paid).toBe(`${amount}00`);
  await expect(page.getByText('BNB Smart Chain (BEP20)').last()).toBeVisible();
});

test('Pay too little: the remainder is requested, and completes it', async ({ page }) => {
  const transId = await openBill(page);
  await press(page, 'Pay too little');
  await expect(page.getByText('Partly paid')).toBeVisible({ timeout: SEEN_MS_MAX });
  await wentTo(page, /9\.0450 USDT: counted as a partial payment of this invoice\./);
  const { due, amount } = await viewedAt(page, transId);
  await expect(page.getByTestId('amount')).toHaveText(`${due} USDT`);
  expect(due).not.toBe(amount);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Still due');
  await press(page, 'Pay exactly');
  await becomes(page, 'Payment Successful!');
});

test('Pay too much: never another invoice; the merchant gets the surplus and assigns it', async ({ page }) => {
  const transId = await openBill(page);
  await press(page, 'Pay too much');
  await staysUnpaid(page, transId);
  await wentTo(page, /11\.0550 USDT: in the inbox; it is not certain which invoice it is for\./);
  await expect(page.getByRole('heading', { name: 'Another amount has arrived at this address' })).toBeVisible({ timeout: SEEN_MS_MAX });
  const inbox = await (await page.request.get(`${origin}/api/v1/transfers?state=unmatched`)).json();
  const transfer = inbox.content[0];
  expect(transfer.amount).toBe('11.055000');
  const assigned = await page.request.post(`${origin}/api/v1/transfers/${transfer.id}/assign`, { data: { transId } });
  expect(assigned.ok(), await assigned.text()).toBe(true);
  await becomes(page, 'Payment Successful!');
  await expect(page.getByText('You sent 1.0050 USDT too much')).toBeVisible();
});

test('Pay twice: paid once, and shown as overpaid', async ({ page }) => {
  await openBill(page);
  await press(page, 'Pay twice');
  await becomes(page, 'Payment Successful!');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('You sent 10.0500 USDT too much')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: SEEN_MS_MAX });
});

test('Wrong network: the same address on another EVM network counts', async ({ page }) => {
  await openBill(page);
  await press(page, 'Wrong network');
  await becomes(page, 'Payment Successful!');
  await expect(page.getByText('Ethereum (ERC20)')).toBeVisible();
});

test('Fake token: nothing is credited, and the page keeps waiting', async ({ page }) => {
  const transId = await openBill(page);
  await press(page, 'Fake token');
  await staysUnpaid(page, transId);
  await wentTo(page, /Ignored: another token/);
});

test('Undo the last block: the page shows the reorganisation and asks for nothing; the next payment counts', async ({ page }) => {
  // Between "seen" and "final" lie two blocks: on a busy machine the button can come too late, then another payment is tried.
  for (let attempt = 1; ; attempt += 1) {
    const transId = await openBill(page);
    await press(page, 'Pay exactly');
    await expect.poll(async () => (await viewedAt(page, transId)).status, { timeout: SEEN_MS_MAX, intervals: [50] }).not.toBe('waiting');
    await panel(page).getByRole('button', { name: 'Undo the last block' }).click();
    const isUndone = await heading(page, 'The network reversed your transfer')
      .waitFor({ timeout: 15_000 })
      .then(
        () => true,
        () => false,
      );
    if (!isUndone && attempt < 6) continue;
    expect(isUndone, 'the payment was final before its block could be undone').toBe(true);
    expect((await viewedAt(page, transId)).status).toBe('waiting');
    await expect(
      page.getByText('The network usually confirms it again by itself, and then it counts here. Do not send it again.', { exact: true }),
    ).toBeVisible();
    for (const invitation of [page.getByTestId('amount'), page.getByTestId('address'), page.getByRole('img', { name: 'QR code' })])
      await expect(invitation).toBeHidden();
    await wentTo(page, /10\.0500 USDT: reversed together with its block\./);
    // Also in the server-rendered page.
    expect(await (await page.request.get(`${origin}/bill/${transId}`)).text()).toContain('<h1>The network reversed your transfer</h1>');
    await press(page, 'Pay exactly');
    await becomes(page, 'Payment Successful!');
    return;
  }
});

test('Pay late: the time runs out first, the money is still credited and the page says so', async ({ page }) => {
  const transId = await openBill(page);
  await press(page, 'Pay late');
  await becomes(page, 'Payment Successful!');
  await expect(page.getByText('Arrived after the deadline')).toBeVisible();
  expect(await viewedAt(page, transId)).toMatchObject({ status: 'success', paid_late: true });
});

test('Skip 15 minutes: the time is over, and the page says what to do', async ({ page }) => {
  await openBill(page);
  await press(page, 'Skip 15 minutes');
  await becomes(page, 'Payment Expired!');
  await expect(page.getByRole('link', { name: 'Return to Website' })).toHaveAttribute('href', 'https://example.com/back');
});
