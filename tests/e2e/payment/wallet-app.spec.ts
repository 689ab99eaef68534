import { expect, type Page, test } from '@playwright/test';
import { SignClient } from '@walletconnect/sign-client';
import { API, openInvoice, viewOf } from '../bills';
import { startRelay } from './relay';

type Relay = Awaited<ReturnType<typeof startRelay>>;
type Client = Awaited<ReturnType<typeof SignClient.init>>;
type Sent = { readonly from: string; readonly to: string; readonly data: string; readonly chainId: string };

const PAYER = '0x00000000000000000000000000000000000000aA';

/** The page as a server with a project sends it (web-app.test.ts holds the header), its relay and its frame for attestations near by. */
async function openWithWalletApps(page: Page, transId: string, relay: Relay): Promise<void> {
  await page.routeWebSocket('wss://relay.walletconnect.org/**', relay.serve);
  await page.route('https://verify.walletconnect.org/**', async (route) => {
    const id = new URL(route.request().url()).searchParams.get('id');
    const attestation = ['{}', JSON.stringify({ id }), '{}'].map((part) => Buffer.from(part).toString('base64url')).join('.');
    const message = JSON.stringify(JSON.stringify({ type: 'verify_attestation', attestation }));
    await route.fulfill({ contentType: 'text/html', body: `<script>parent.postMessage(${message}, '*')</script>` });
  });
  await page.route(`**/bill/${transId}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('name="stablegate-walletconnect" content=""', (meta) =>
      meta.replace('""', `"${relay.projectId}"`),
    );
    const headers = answer.headers();
    const policy = `${headers['content-security-policy']};frame-src https://verify.walletconnect.org`;
    await route.fulfill({ response: answer, body, headers: { ...headers, 'content-security-policy': policy } });
  });
  await page.goto(`/bill/${transId}`);
}

/** A wallet on a phone: WalletConnect's own client library, with what a person does there. */
async function startWalletApp(relay: Relay): Promise<Client> {
  const metadata = { name: 'Phone Wallet', description: 'A wallet', url: 'https://wallet.example', icons: [] };
  return SignClient.init({ projectId: relay.projectId, relayUrl: relay.url, metadata, telemetryEnabled: false, logger: 'fatal' });
}
const approve = (wallet: Client, chainIds: readonly number[]) =>
  wallet.on('session_proposal', ({ id }) => {
    const chains = chainIds.map((chainId) => `eip155:${chainId}`);
    const accounts = chains.map((chain) => `${chain}:${PAYER}`);
    void wallet.approve({ id, namespaces: { eip155: { chains, accounts, methods: ['eth_sendTransaction'], events: [] } } });
  });

let relay: Relay;
let wallet: Client;
test.beforeAll(async () => {
  relay = await startRelay();
  wallet = await startWalletApp(relay);
});
test.afterEach(async ({ page }) => {
  wallet.removeAllListeners('session_proposal');
  wallet.removeAllListeners('session_request');
  await page.unrouteAll({ behavior: 'ignoreErrors' }); // the page may have a request under way
});
test.afterAll(async () => {
  await wallet.core.relayer.transportClose().catch(() => undefined);
  wallet.core.heartbeat.stop();
  relay.stop();
});

/** The link of the QR code, which the app scans. */
async function linkOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Pay from a wallet app' }).click();
  await page.getByRole('button', { name: 'Pay with WalletConnect' }).click();
  await expect(page.getByRole('img', { name: 'QR code for WalletConnect' })).toBeVisible();
  return (await page.getByRole('link', { name: 'Open wallet app' }).getAttribute('href')) ?? '';
}

test('a wallet app that scans the code pays with the facts of the server', async ({ page }) => {
  const { transId } = await openInvoice(page.request);
  const { amount, networks } = await viewOf(page.request, transId);
  const facts = networks.find(({ network }) => network === 'POLYGON');
  const asked: { chainId: string; request: { method: string; params: Sent[] } }[] = [];
  approve(wallet, [facts?.chain_id ?? 0]);
  wallet.on('session_request', async ({ id, topic, params }) => {
    asked.push(params);
    const paid = await page.request.post(`${API}/sandbox/invoices/${transId}/pay`, { data: { mode: 'exact', network: 'POLYGON' } });
    const [result] = ((await paid.json()) as { txHashes: string[] }).txHashes;
    await wallet.respond({ topic, response: { id, jsonrpc: '2.0', result } });
  });
  await openWithWalletApps(page, transId, relay);
  await page.getByRole('combobox', { name: 'Network' }).selectOption('POLYGON');
  await wallet.pair({ uri: await linkOf(page) });

  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  const units = BigInt(amount.replace('.', '')) * 10n ** BigInt((facts?.decimals ?? 0) - 4);
  const word = (hex: string) => hex.toLowerCase().padStart(64, '0');
  expect(asked.map(({ chainId, request }) => [chainId, request.method, request.params])).toEqual([
    [
      `eip155:${facts?.chain_id}`,
      'eth_sendTransaction',
      [
        {
          from: PAYER,
          to: facts?.contract,
          value: '0x0',
          data: `0xa9059cbb${word(facts?.address.slice(2) ?? '')}${word(units.toString(16))}`,
          chainId: `0x${facts?.chain_id?.toString(16)}`,
        },
      ],
    ],
  ]);
});

test('a wallet app on another network is asked for nothing, and a declined connection sends nothing', async ({ page }) => {
  const { transId } = await openInvoice(page.request);
  let isAsked = false;
  wallet.on('session_request', () => {
    isAsked = true;
  });
  wallet.once('session_proposal', ({ id }) => void wallet.reject({ id, reason: { code: 5000, message: 'User rejected.' } }));
  await openWithWalletApps(page, transId, relay);
  await page.getByRole('combobox', { name: 'Network' }).selectOption('POLYGON');
  await wallet.pair({ uri: await linkOf(page) });
  await expect(page.getByText('Declined in the wallet. Nothing was sent.')).toBeVisible();

  approve(wallet, [1]);
  await page.getByRole('button', { name: 'Pay with WalletConnect' }).click();
  await wallet.pair({ uri: (await page.getByRole('link', { name: 'Open wallet app' }).getAttribute('href')) ?? '' });
  await expect(page.getByText('Your wallet is not on')).toBeVisible();
  expect(isAsked).toBe(false);
});
