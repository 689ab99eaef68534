import { expect, test } from 'vitest';
import { startTestApp } from '../../../test/app';
import { startTestChain } from '../../../test/parts/chain';
import { until } from '../../../test/scanner';

const chain = await startTestChain();
const app = await startTestApp({
  networks: [chain.settings('BEP20'), chain.settings('SOLANA', { enabled: false })],
  roles: ['watcher'],
});

test('everyone may see which networks are on and how far they are read', async () => {
  await chain.mine();
  await until(async () => {
    const { head } = await chain.call<{ head: { number: number } }>('sandbox_info');
    const networks = (await app.browser().get('/networks')).json<object[]>();
    expect(networks).toMatchObject([
      { network: 'BEP20', name: 'BNB Smart Chain (BEP20)', enabled: true, status: 'active', blockHeight: head.number, fee: '0.5%' },
      { network: 'SOLANA', enabled: false, status: 'disabled', lagSeconds: null, blockHeight: null },
    ]);
  });
});

test('height, lag and errors are among the figures', async () => {
  const figures = await app.platform.metrics.registry.metrics();
  expect(figures).toMatch(/stablegate_chain_height\{network="BEP20"\} \d+/);
  expect(figures).toMatch(/stablegate_chain_lag_seconds\{network="BEP20"\} \d+/);
});
