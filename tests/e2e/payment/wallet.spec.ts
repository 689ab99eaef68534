import { expect, type Page, test } from '@playwright/test';
import { API, openInvoice, viewOf } from '../bills';

type Sent = { readonly from: string; readonly to: string; readonly value: string; readonly data: string; readonly chainId: string };

/** A wallet on another chain that announces itself as EIP-6963 says. What it is asked to send is paid on the sandbox's chain. */
async function installWallet(page: Page, send: (sent: Sent) => Promise<string>): Promise<void> {
  await page.exposeFunction('sendFromTest', send);
  await page.addInitScript(() => {
    let chain = '0x1';
    const provider = {
      request: async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
        if (method === 'eth_requestAccounts') return ['0x00000000000000000000000000000000000000aa'];
        if (method === 'eth_chainId') return chain;
        if (method === 'wallet_switchEthereumChain') chain = (params[0] as { chainId: string }).chainId;
        if (method !== 'eth_sendTransaction') return null;
        return (window as unknown as { sendFromTest: (sent: unknown) => Promise<string> }).sendFromTest(params[0]);
      },
    };
    const info = { uuid: '7c0f7f1e-6c7e-4f0a-9a55-1d7d4ac8a001', name: 'Test Wallet', icon: 'data:image/svg+xml,', rdns: 'example.wallet' };
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
    window.addEventListener('eip6963:requestProvider', announce);
  });
}

for (const network of ['BEP20', 'POLYGON']) {
  test(`an injected wallet pays on ${network} with the server's token, network, address and amount`, async ({ page }) => {
    const { transId } = await openInvoice(page.request);
    const { amount, networks } = await viewOf(page.request, transId);
    const facts = networks.find((each) => each.network === network);
    const asked: Sent[] = [];
    await installWallet(page, async (sent) => {
      asked.push(sent);
      const paid = await page.request.post(`${API}/sandbox/invoices/${transId}/pay`, { data: { mode: 'exact', network } });
      return ((await paid.json()) as { txHashes: string[] }).txHashes[0] ?? '';
    });
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
        from: '0x00000000000000000000000000000000000000aa',
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
