import type { PaymentView } from '@stablegate/contract';
import { describe, expect, it } from 'vitest';
import { NOTHING_YET, type Watched } from './invoice-watch';
import { returnUrl, screenOf } from './screen';

const view = (changes: Partial<PaymentView> = {}): PaymentView => ({
  trans_id: 'b2XcT9mVg5',
  name: 'Order',
  description: null,
  store: 'Hanoi Roasters',
  networks: [{ network: 'BEP20', address: '0x7C4f1bE29a08dD3365c1B9e4F0aA82d67E5130C9' }],
  status: 'waiting',
  amount: '130.5495',
  paid: '0.000000',
  due: '130.5495',
  currency: 'USDT',
  created_at: '2026-11-14T10:22:04.000+07:00',
  expires_at: '2026-11-14T10:37:04.000+07:00',
  server_time: '2026-11-14T10:24:16.000+07:00',
  success_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/cart',
  version: 1,
  ...changes,
});
const seen = (changes: Partial<PaymentView>): Watched => ({ ...NOTHING_YET, view: view(changes), checkedAt: 1 });

describe('what the page shows', () => {
  it('shows loading until the first answer, and says when the server does not give one', () => {
    expect(screenOf(NOTHING_YET)).toEqual({ kind: 'loading', isFailing: false });
    expect(screenOf({ ...NOTHING_YET, isFailing: true })).toEqual({ kind: 'loading', isFailing: true });
  });

  it('asks for the amount while it waits', () => {
    expect(screenOf(seen({}))).toMatchObject({ kind: 'pay', amount: '130.5495', part: undefined });
  });

  it('asks for the rest of a partly paid invoice and says what came', () => {
    expect(screenOf(seen({ paid: '100.000000', due: '30.5495' }))).toMatchObject({
      kind: 'pay',
      amount: '30.5495',
      part: { paid: '100.0000', percent: '76%' },
    });
  });

  it('never becomes an outcome because of our failure', () => {
    expect(screenOf({ ...seen({}), isFailing: true })).toMatchObject({ kind: 'pay' });
    expect(screenOf({ ...seen({ status: 'success', paid: '130.549500' }), isFailing: true })).toMatchObject({ kind: 'success' });
  });

  it("is expired when the server's clock is past the end, though the server has not closed the invoice yet", () => {
    expect(screenOf(seen({ server_time: '2026-11-14T10:37:04.000+07:00' }))).toMatchObject({ kind: 'expired', paid: undefined });
    expect(screenOf(seen({ server_time: '2026-11-14T10:37:03.999+07:00' }))).toMatchObject({ kind: 'pay' });
  });

  it('shows money on its way also after the end', () => {
    const late = { server_time: '2026-11-14T11:00:00.000+07:00', paid: '130.549500' } as const;
    expect(screenOf(seen({ ...late, status: 'processing' }))).toMatchObject({ kind: 'processing', paid: '130.5495' });
    expect(screenOf(seen({ ...late, status: 'success' }))).toMatchObject({ kind: 'success', over: undefined });
  });

  it('tells what was too much', () => {
    expect(screenOf(seen({ status: 'success', paid: '140.000001' }))).toMatchObject({ paid: '140.000001', over: '9.450501' });
  });

  it('shows the expired view for expired, failed and unknown invoices, with what had come', () => {
    expect(screenOf(seen({ status: 'expired', paid: '70.000000' }))).toMatchObject({ kind: 'expired', paid: '70.0000' });
    expect(screenOf(seen({ status: 'failed' })).kind).toBe('expired');
    expect(screenOf({ ...NOTHING_YET, isUnknown: true })).toEqual({ kind: 'expired', view: undefined, paid: undefined, isWatched: false });
  });
});

describe('the promise after the end', () => {
  it('is made for the 24 hours in which late money is looked for, and not after', () => {
    const after = (server_time: string, status: PaymentView['status'] = 'expired') => screenOf(seen({ status, server_time }));
    expect(after('2026-11-15T10:37:03.000+07:00')).toMatchObject({ isWatched: true });
    expect(after('2026-11-15T10:37:04.000+07:00')).toMatchObject({ isWatched: false });
    expect(after('2026-11-14T11:00:00.000+07:00', 'failed')).toMatchObject({ isWatched: false });
  });
});

describe('the way back', () => {
  it('leads to the address of the outcome, and nowhere when the shop gave none', () => {
    expect(returnUrl(screenOf(seen({ status: 'success' })))).toBe('https://shop.example/thanks');
    expect(returnUrl(screenOf(seen({ status: 'expired' })))).toBe('https://shop.example/cart');
    expect(returnUrl(screenOf(seen({})))).toBe('https://shop.example/cart');
    expect(returnUrl(screenOf(seen({ status: 'success', success_url: null })))).toBeUndefined();
    expect(returnUrl(screenOf(NOTHING_YET))).toBeUndefined();
  });
});
