import type { PaymentLink } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { inputOf } from './links.queries';

test('switching a link on or off keeps the greatest amount and what unpaid orders may reserve', () => {
  const limits = { amount: null, amountMax: '250.0000', holdMax: '3.5000' };
  const link: PaymentLink = {
    ...limits,
    id: 'lnk_1',
    storeId: 'str_1',
    storeName: 'Tea house',
    url: 'https://pay.example/pay/abc',
    name: 'Donation',
    description: null,
    held: '0.000000',
    stock: null,
    endsAt: null,
    questions: [],
    successMessage: null,
    enabled: true,
    state: 'open',
    paid: 0,
    taken: 0,
    createdAt: '2026-03-01T09:30:00.000Z',
  };
  expect(inputOf(link)).toMatchObject(limits); // a field that is left out of the change is reset
});
