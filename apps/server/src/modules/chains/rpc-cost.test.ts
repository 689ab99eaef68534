import { expect, test } from 'vitest';
import { loadNetworks } from '../../config';
import type { NetworkSettings } from '../../config-networks';
import { costOf, shareOpen } from './rpc-cost';
import { smallestPlan } from './rpc-plans';

const networks = loadNetworks({});
const settingsOf = (network: string): NetworkSettings => {
  const found = networks.find((one) => one.network === network);
  if (found === undefined) throw new Error(`no ${network}`);
  return found;
};
const cost = (network: string, nodes: number, invoicesPerDay = 0, addresses = 20) =>
  costOf(settingsOf(network), { nodes, invoicesPerDay, addresses });

test('a thousand idle Solana owners cost less than 20,000; those with an open invoice set the pace', () => {
  expect(cost('SOLANA', 2, 0, 1_000).idle).toBeLessThan(20_000);
  const [few, many] = [cost('SOLANA', 2, 10, 1_000), cost('SOLANA', 2, 1_000, 1_000)];
  expect(many.open).toBeGreaterThan(few.open * 2);
});

test('more invoices keep a network open for longer, and what to expect lies between nothing and all day', () => {
  expect([shareOpen(0), shareOpen(48), shareOpen(10_000)].map((share) => Math.round(share * 100))).toEqual([0, 63, 100]);
  for (const invoices of [0, 1, 10, 100, 1_000]) {
    const { idle, open, expected } = cost('TRON', 2, invoices);
    expect(expected).toBeGreaterThanOrEqual(idle);
    expect(expected).toBeLessThanOrEqual(open);
  }
  expect(cost('TRON', 2, 100).expected).toBeGreaterThan(cost('TRON', 2, 10).expected);
});

test('more addresses than a filter takes cost more calls', () => {
  expect(cost('BEP20', 2, 0, 501).idle).toBeGreaterThan(cost('BEP20', 2, 0, 500).idle);
});

test('the smallest plan that suffices leaves a fifth, and one with too small a range is not proposed', () => {
  expect(smallestPlan('TRON', 79_000)?.name).toBe('TronGrid with a free key');
  expect(smallestPlan('TRON', 81_000)?.name).toBe('Chainstack Growth');
  expect(smallestPlan('BEP20', 10_000)?.name).toBe('Chainstack Developer (free)');
  expect(smallestPlan('BEP20', 10_000_000)).toBeUndefined();
});
