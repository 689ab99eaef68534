import { expect, type Page, test } from '@playwright/test';
import { API } from './bills';
import { signInAsMerchant, uniqueName } from './people';

async function openDetails(page: Page): Promise<void> {
  await signInAsMerchant(page);
  await expect(page).toHaveURL(/\/dashboard|\/$/);
  const store = await page.request.post(`${API}/store`, { data: { name: `Shop ${uniqueName()}` } });
  await page.goto(`/manage-merchant?id=${(await store.json()).id}&tab=details`);
}

/** The key from the dialog that shows it once. */
async function takeKey(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Save your new key now' });
  const apiKey = await dialog.getByRole('textbox').inputValue();
  expect(apiKey).toMatch(/^sk_sg_/);
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await expect(dialog).toBeHidden();
  return apiKey;
}

const listWith = async (page: Page, apiKey: string): Promise<number> =>
  (await page.request.get(`${API}/payment/invoices`, { headers: { 'x-api-key': apiKey } })).status();

/** Calls with this key until stopped; answers how many were made and which were refused. */
function keepCalling(page: Page, apiKey: string) {
  const statuses: number[] = [];
  let isOn = true;
  const done = (async () => {
    while (isOn) statuses.push(await listWith(page, apiKey));
  })();
  return {
    statuses,
    stop: async () => {
      isOn = false;
      await done;
    },
  };
}

test('a key is created, rolled while requests with the old and the new one run, and revoked', async ({ page }) => {
  await openDetails(page);
  const rows = page.getByRole('listitem').filter({ hasText: 'Web shop' });

  await test.step('a key needs a name and a permission', async () => {
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create an API key' });
    await dialog.getByLabel('Create invoices').click();
    await dialog.getByLabel('Read invoices').click();
    await dialog.getByLabel('Allowed addresses').fill('nonsense');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    for (const text of ['Please enter a name for this key.', 'Please choose at least one permission.', '"nonsense" is not an IP address'])
      await expect(dialog.getByText(text)).toBeVisible();
    await dialog.getByLabel('Name').fill('Web shop');
    await dialog.getByLabel('Read invoices').click();
    await dialog.getByLabel('Allowed addresses').fill('127.0.0.0/8 ::1');
    await dialog.getByRole('button', { name: 'Create key' }).click();
  });

  const old = await takeKey(page);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(`••••${old.slice(-4)}`);
  await expect(rows).toContainText('Never used');
  await expect(page.getByText(old)).toHaveCount(0);
  const refused = await page.request.post(`${API}/payment/invoice`, { headers: { 'x-api-key': old }, data: {} });
  expect([refused.status(), (await refused.json()).details]).toEqual([403, { scope: 'create' }]);

  await test.step('a roll keeps both working', async () => {
    const before = keepCalling(page, old);
    await page.getByRole('button', { name: 'Actions for Web shop' }).click();
    await page.getByRole('menuitem', { name: 'Roll' }).click();
    await page.getByRole('dialog', { name: 'Roll the key Web shop' }).getByRole('button', { name: 'Roll key' }).click();
    const next = await takeKey(page);
    const after = keepCalling(page, next);
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: old.slice(-4) })).toContainText('Ending');
    await expect.poll(() => Math.min(before.statuses.length, after.statuses.length)).toBeGreaterThan(10);
    await before.stop();
    await after.stop();
    expect(new Set([...before.statuses, ...after.statuses])).toEqual(new Set([200]));
  });

  await test.step('a revoked key stops', async () => {
    await rows.filter({ hasText: 'Ending' }).getByRole('button', { name: 'Actions for Web shop' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(rows.filter({ hasText: old.slice(-4) })).toContainText('Revoked');
    expect(await listWith(page, old)).toBe(401);
  });
});

test('the main key is bound to addresses, and the log lists what was called and refused', async ({ page }) => {
  await openDetails(page);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  const { store } = await (await page.request.get(`${API}/store/${id}`)).json();
  expect(await listWith(page, store.apiKey)).toBe(200);
  await page.getByRole('button', { name: 'Edit Allowed addresses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Allowed addresses of the API key' });
  await dialog.getByLabel('Allowed addresses').fill('nonsense');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('"nonsense" is not an IP address')).toBeVisible();
  await dialog.getByLabel('Allowed addresses').fill('203.0.113.0/24');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('203.0.113.0/24')).toBeVisible();
  expect(await listWith(page, store.apiKey)).toBe(403);

  await page.getByRole('tab', { name: 'API log' }).click();
  const rows = page.locator('tbody tr').filter({ hasText: 'GET /payment/invoices' });
  await expect(async () => {
    await page.reload();
    await expect(rows).toHaveCount(2, { timeout: 2_000 });
  }).toPass();
  await expect(rows.first()).toContainText('403');
  await expect(rows.first()).toContainText('Main key');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Successful (2xx)' }).click();
  await expect(page).toHaveURL(/status=2xx/);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('200');
});
