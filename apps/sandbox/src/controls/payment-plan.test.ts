import { describe, expect, test } from 'vitest';
import { type PaymentWish, planPayment } from './payment-plan';

const DECIMALS: Record<string, number> = { BEP20: 18, ERC20: 6, POLYGON: 6, TRON: 6 };
const evm = { network: 'BEP20', address: '0xabc' } as const;
const invoice = { addresses: [{ network: 'TRON', address: 'Tabc' } as const, evm], dueMicros: 10_050_000n };
const plan = (wish: PaymentWish) => planPayment(invoice, wish, (network) => DECIMALS[network]);

describe('cases for developers', () => {
  test('exact goes to BEP20 in its 18 decimals', () => {
    expect(plan({ mode: 'exact' })).toEqual([{ network: 'BEP20', to: '0xabc', amountRaw: '10050000000000000000', token: 'usdt' }]);
    expect(plan({ mode: 'exact', network: 'TRON' })?.[0]).toMatchObject({ network: 'TRON', to: 'Tabc', amountRaw: '10050000' });
  });

  test.each([
    ['under', '9045000'],
    ['over', '11055000'],
    ['zero', '0'],
  ] as const)('%s on TRON sends %s', (mode, amountRaw) => {
    expect(plan({ mode, network: 'TRON' })).toMatchObject([{ amountRaw }]);
  });

  test('double sends the same amount twice; a given amount is sent unchanged', () => {
    expect(plan({ mode: 'double' })).toHaveLength(2);
    expect(plan({ mode: 'over', amount: '12.5', network: 'TRON' })).toMatchObject([{ amountRaw: '12500000' }]);
  });

  test('the wrong network is another EVM network with the same address; TRON has none', () => {
    expect(plan({ mode: 'wrong_network' })).toMatchObject([{ network: 'ERC20', to: '0xabc' }]);
    expect(plan({ mode: 'wrong_network', network: 'TRON' })).toBeUndefined();
  });

  test('a network the invoice does not list is refused', () => {
    expect(plan({ mode: 'exact', network: 'SOLANA' })).toBeUndefined();
  });
});
