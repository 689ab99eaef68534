import { expect, test } from '@playwright/test';
import { openInvoice, viewOf } from '../bills';
import { installEvmWallet } from './wallets';

for (const network of ['BEP20', 'POLYGON']) {
  test(`an injected wallet pays on ${network} with the server's token, network, address and amount`, async ({ page }) => {
    const { transId } = await openInvoice(page.request);
    const { amount, networks } = await viewOf(page.request, transId);
    const facts = networks.find((each) => each.network === network);
    const { address, asked } = await installEvmWallet(page, 9);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto(`/bill/${transId}`);
    await page.getByRole('combobox', { name: 'Network' }).selectOption(network);
    const button = page.getByRole('button', { name: 'Pay from the wallet in this browser' });
    await expect(button).toBeVisible();
    expect(loaded.filter((url) => url.includes('wallet-panel'))).toEqual([]);
    await button.click();
    await page.getByRole('button', { name: 'Pay with Test Wallet' }).click();

    await expect(
      page
        .getByTestId('sent-hash')
        .or(page.getByRole('heading', { name: 'Payment Successful!' }))
        .first(),
    ).toBeVisible();
    const units = BigInt(amount.replace('.', '')) * 10n ** BigInt((facts?.decimals ?? 0) - 4);
    const word = (hex: string) => hex.toLowerCase().padStart(64, '0');
    expect(asked).toEqual([
      {
        from: address,
        to: facts?.contract,
        value: '0x0',
        data: `0xa9059cbb${word(facts?.address.slice(2) ?? '')}${word(units.toString(16))}`,
        chainId: `0x${facts?.chain_id?.toString(16)}`,
      },
    ]);
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  });
}

test('without a wallet in the browser nothing is offered', async ({ page }) => {
  const { transId } = await openInvoice(page.request);
  await page.goto(`/bill/${transId}`);
  await expect(page.getByText('Watching for your payment')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay from the wallet in this browser' })).toHaveCount(0);
});
