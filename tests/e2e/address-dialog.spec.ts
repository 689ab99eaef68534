import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { isOnCurve } from '../../apps/server/src/modules/chains/adapters/solana/accounts/token-account';
import { base58 } from './addresses';
import { API } from './bills';
import { signInAsMerchant, uniqueName } from './people';

/** A point off the curve, which has no key, like a multisignature's vault. A new one each time, since an owner is asked once. */
function programAddress(): string {
  const address = base58(randomBytes(32));
  return isOnCurve(address) ? programAddress() : address;
}

async function openAddresses(page: Page): Promise<Locator> {
  await signInAsMerchant(page);
  await expect(page).toHaveURL(/\/dashboard|\/$/);
  const store = await page.request.post(`${API}/store`, { data: { name: `Shop ${uniqueName()}` } });
  // As the checklist of a new account leads here.
  await page.goto(`/manage-merchant?id=${(await store.json()).id}&tab=addresses&add=1`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).not.toHaveURL(/add=1/); // closed, it stays closed when the page is opened again
  return page.getByRole('dialog');
}

async function choose(page: Page, dialog: Locator, network: string): Promise<void> {
  await dialog.getByRole('combobox').click();
  await page.getByRole('option', { name: network }).click();
}

test('the address dialog shows errors, asks for confirmation, and accepts a signature', async ({ page }) => {
  const dialog = await openAddresses(page);
  const vault = programAddress();
  const address = dialog.getByLabel('Address', { exact: true });
  const add = dialog.getByRole('button', { name: 'Add address', exact: true });

  await test.step('a token contract is refused with the reason', async () => {
    await choose(page, dialog, 'Ethereum (ERC20)');
    await address.fill('0xdAC17F958D2ee523a2206206994597C13D831ec7');
    await add.click();
    await expect(dialog.getByText('This is the address of a token, not of a wallet')).toBeVisible();
  });

  await test.step('a program’s address wants a confirmation', async () => {
    await choose(page, dialog, 'Solana');
    await expect(dialog.getByText('The address of your wallet, not of a token account.')).toBeVisible();
    await address.fill(vault);
    await add.click();
    await expect(dialog.getByText('This address belongs to a Solana program')).toBeVisible();
    await add.click();
    await expect(dialog.getByText('Please confirm that you can spend from this address.')).toBeVisible();
    await address.fill(vault.slice(0, -1));
    await expect(dialog.getByText('This address belongs to a Solana program')).toBeHidden();
    await address.fill(vault);
    await add.click();
    await dialog.getByLabel('I can spend from this address on Solana.').click();
    await add.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name: /^Solana/ })).toContainText(vault);
  });

  await test.step('an owner proves an address by signing a message', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const own = base58(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
    await page.getByRole('button', { name: 'Edit Solana address' }).click();
    await address.fill(own);
    await dialog.getByRole('button', { name: 'Prove ownership' }).click();
    const message = (await dialog.locator('pre').textContent()) ?? '';
    expect(message).toContain(own);
    const save = dialog.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await expect(dialog.getByText('Please enter the signature.')).toBeVisible();
    const signature = dialog.getByLabel('Signature');
    await signature.fill(base58(sign(null, Buffer.from('another text'), privateKey)));
    await save.click();
    await expect(dialog.getByText('This signature was not made with the key of this address')).toBeVisible();
    await signature.fill(base58(sign(null, Buffer.from(message), privateKey)));
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name: /^Solana/ })).toContainText('Ownership proven');
  });
});

test('the sandbox offers an address to try with, which every network accepts', async ({ page }) => {
  const dialog = await openAddresses(page);
  const address = dialog.getByLabel('Address', { exact: true });
  for (const network of ['TRON', 'BNB Smart Chain', 'Ethereum', 'Polygon', 'Solana']) {
    if (await dialog.isHidden()) await page.getByRole('button', { name: 'Add New Address' }).first().click();
    await choose(page, dialog, network);
    await dialog.getByRole('button', { name: 'Use a test address' }).click();
    await expect(address).not.toHaveValue('');
    const filled = await address.inputValue();
    await dialog.getByRole('button', { name: 'Add address', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: network })).toContainText(filled);
  }
});
