import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { API, openInvoice, viewOf } from './bills';

/** Unmatched money: the payer is notified, names it, and the merchant decides. */
const SEEN_MS_MAX = 60_000;

async function send(request: APIRequestContext, transId: string, mode: string): Promise<string> {
  const answer = await request.post(`${API}/sandbox/invoices/${transId}/pay`, { data: { mode } });
  expect(answer.ok(), await answer.text()).toBe(true);
  const [txHash]: string[] = (await answer.json()).txHashes;
  if (txHash === undefined) throw new Error('nothing was sent');
  return txHash;
}

async function openBill(page: Page): Promise<string> {
  const { transId } = await openInvoice(page.request);
  await page.goto(`/bill/${transId}`);
  await expect(page.getByTestId('address')).toBeVisible();
  return transId;
}

const arrived = (page: Page) => page.getByRole('heading', { name: 'Another amount has arrived at this address' });

test('another amount: the page shows it, the payer names the transaction, the merchant assigns it, the page turns paid', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  const transId = await openBill(page);
  const txHash = await send(page.request, transId, 'over');
  await expect(arrived(page)).toBeVisible({ timeout: SEEN_MS_MAX });
  await page.getByRole('button', { name: 'I sent it' }).click();
  const hash = page.getByLabel('Transaction hash');
  await expect(hash).toBeFocused();
  await hash.fill('0x1234');
  await page.getByRole('button', { name: 'Look it up' }).click();
  await expect(hash).toHaveAttribute('aria-invalid', 'true');

  // A failure keeps the input.
  await page.route(`**${API}/payment/*/claim`, (route) => route.abort());
  await hash.fill(txHash);
  await page.getByRole('button', { name: 'Look it up' }).click();
  await expect(page.getByText('That did not work. What you typed has been kept. Please try again.')).toBeVisible();
  await expect(hash).toHaveValue(txHash);
  await page.unroute(`**${API}/payment/*/claim`);
  await page.getByRole('button', { name: 'Look it up' }).click();
  await expect(page.getByText(/^Found: 11\.0550 USDT\. .* can see it and will decide/)).toBeVisible({ timeout: SEEN_MS_MAX });
  await expect(page.getByText(/^It was reported for this invoice\./)).toBeVisible({ timeout: SEEN_MS_MAX });

  const office = await context.newPage();
  await office.goto('/transfers');
  const item = office.getByRole('listitem').filter({ has: office.getByRole('list', { name: 'Reported by the customer' }) });
  await expect(item.filter({ hasText: '11.055' }).first()).toContainText('The customer says it is for');
  await office.goto(`/invoice-details/${transId}`);
  await expect(office.getByRole('heading', { name: 'Reported by the customer' })).toBeVisible();
  await office.getByRole('button', { name: 'Assign to this invoice' }).click();
  await expect(office.getByText('Counts for this invoice')).toBeVisible({ timeout: SEEN_MS_MAX });
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible({ timeout: SEEN_MS_MAX });
  await expect(page.getByText('You sent 1.0050 USDT too much')).toBeVisible();
});

test('a transaction that no node knows, and one that paid another invoice, are distinguished in plain words', async ({ page }) => {
  test.setTimeout(180_000);
  const stranger = await openInvoice(page.request);
  const elsewhere = await send(page.request, stranger.transId, 'exact');
  await openBill(page);
  await page.getByText('Sent another amount?').click();
  const ask = async (hash: string) => {
    await page.getByLabel('Transaction hash').fill(hash);
    await page.getByRole('button', { name: 'Look it up' }).click();
  };
  await ask(`0x${'ab'.repeat(32)}`);
  await expect(page.getByText(/^This transaction is not on the network yet\./)).toBeVisible({ timeout: SEEN_MS_MAX });
  await ask(elsewhere);
  await expect(page.getByText(/^This transaction sent no USDT to the address of this invoice\./)).toBeVisible({ timeout: SEEN_MS_MAX });
});

test('the merchant undoes a part on the invoice itself, and the page asks for the whole amount again', async ({ page, context }) => {
  test.setTimeout(240_000);
  const transId = await openBill(page);
  await send(page.request, transId, 'under');
  await expect(page.getByText('Partly paid')).toBeVisible({ timeout: SEEN_MS_MAX });
  const office = await context.newPage();
  await office.goto(`/invoice-details/${transId}`);
  await expect(office.getByText('Nearly the amount').first()).toBeVisible({ timeout: SEEN_MS_MAX });
  await office.getByRole('button', { name: 'Remove from invoice' }).click();
  const dialog = office.getByRole('dialog').or(office.getByRole('alertdialog'));
  await expect(dialog).toContainText('Remove 9.0450 USDT from Order 1?');
  await dialog.getByRole('button', { name: 'Remove it' }).click();
  await expect(office.getByText('9.0450 USDT is back in the inbox.')).toBeVisible();
  await expect(office.getByText('Nearly the amount')).toHaveCount(0);
  expect(await viewOf(page.request, transId)).toMatchObject({ status: 'waiting', paid: '0.000000' });
  await expect(page.getByTestId('amount')).toHaveText('10.0500 USDT', { timeout: SEEN_MS_MAX });
  await expect(arrived(page)).toBeVisible({ timeout: SEEN_MS_MAX });
});
