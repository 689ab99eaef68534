import type { Network, NetworkStatus, PaymentView, PayNetwork } from '@stablegate/contract';
import { walletLink } from '@stablegate/rules';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app';
import { openShop, order } from '../../../../test/shop';

const NODE = 'http://127.0.0.1:1';

async function viewOf(app: TestApp, networks: readonly Network[]): Promise<PaymentView> {
  const { transId } = await order(app, await openShop(app, networks));
  return (await app.browser().get(`/payment/${transId}`)).json().data;
}

function only({ networks: [target] }: PaymentView): PayNetwork {
  if (target === undefined) throw new Error('no network to pay on');
  return target;
}

test('on test networks the link to a wallet asks for the test network and its token', async () => {
  const app = await startTestApp({ env: { NETWORK_PROFILE: 'testnet', BEP20_RPC_URLS: NODE, ERC20_RPC_URLS: NODE } });
  const view = await viewOf(app, ['BEP20']);
  expect(walletLink(only(view), view.amount)).toMatch(/^ethereum:0x337610d27c682E347C9cD60BD4b3b107C9d34dDd@97\/transfer\?/);
  expect(only(view)).toMatchObject({
    decimals: 18,
    confirmations: 3,
    final_seconds: 2,
    explorer_tx: 'https://testnet.bscscan.com/tx/{hash}',
  });
  // Money sent on the other EVM network is found too, so the page names and links it; Polygon is disabled.
  expect(view.also_watched).toMatchObject([
    { network: 'ERC20', chain_id: 11_155_111, explorer_tx: 'https://sepolia.etherscan.io/tx/{hash}' },
  ]);
  const status: NetworkStatus[] = (await app.browser().get('/networks')).json();
  expect(status.find(({ network }) => network === 'TRON')).toMatchObject({
    explorerAddress: 'https://nile.tronscan.org/#/address/{address}',
  });
});

test("an operator's contract and chain reach the wallet, and no explorer of another chain is linked", async () => {
  const contract = '0x1111111111111111111111111111111111111111';
  const app = await startTestApp({
    env: { POLYGON_RPC_URLS: NODE, POLYGON_CHAIN_ID: '1101', POLYGON_CONTRACT: contract, POLYGON_DECIMALS: '7' },
  });
  const view = await viewOf(app, ['POLYGON']);
  expect(walletLink(only(view), view.amount)).toMatch(new RegExp(`^ethereum:${contract}@1101/.*uint256=100500000$`));
  expect(only(view).explorer_tx).toBeUndefined();
});
