import type { PaymentView } from '@stablegate/contract';
import { describe, expect, it } from 'vitest';
import { NOTHING_YET, type Watched } from './live/invoice-watch';
import { canClaim, returnUrl, screenOf } from './screen';

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
  it('shows loading until the first answer, and an error without one', () => {
    expect(screenOf(NOTHING_YET)).toEqual({ kind: 'loading', isFailing: false, isInvalid: false });
    expect(screenOf({ ...NOTHING_YET, isFailing: true })).toMatchObject({ kind: 'loading', isFailing: true, isInvalid: false });
    expect(screenOf({ ...NOTHING_YET, isFailing: true, isInvalid: true })).toMatchObject({ kind: 'loading', isInvalid: true });
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

  it("is expired when the server's clock is past the end, even before the server has closed the invoice", () => {
    expect(screenOf(seen({ server_time: '2026-11-14T10:37:04.000+07:00' }))).toMatchObject({ kind: 'expired', part: undefined });
    expect(screenOf(seen({ server_time: '2026-11-14T10:37:03.999+07:00' }))).toMatchObject({ kind: 'pay' });
  });

  it('shows a pending payment also after the end', () => {
    const late = { server_time: '2026-11-14T11:00:00.000+07:00', paid: '130.549500' } as const;
    expect(screenOf(seen({ ...late, status: 'processing' }))).toMatchObject({ kind: 'processing', paid: '130.5495' });
    expect(screenOf(seen({ ...late, status: 'success' }))).toMatchObject({ kind: 'success', over: undefined });
  });

  it('shows a surplus', () => {
    expect(screenOf(seen({ status: 'success', paid: '140.000001' }))).toMatchObject({ paid: '140.000001', over: '9.450501' });
  });

  it('shows the expired view for expired, failed and unknown invoices, with what was received', () => {
    expect(screenOf(seen({ status: 'expired', paid: '70.000000' }))).toMatchObject({
      kind: 'expired',
      part: { paid: '70.0000', missing: '60.5495' },
    });
    expect(screenOf(seen({ status: 'failed' })).kind).toBe('expired');
    expect(screenOf({ ...NOTHING_YET, isUnknown: true })).toEqual({ kind: 'expired', view: undefined, part: undefined, isWatched: false });
  });
});

describe('money that went astray', () => {
  const taken_back = { network: 'BEP20', tx_hash: '0xaa', amount: '130.549500', at: '2026-11-14T10:24:00.000+07:00' } as const;

  it('asks for nothing while a reorged transfer may return, and continues when it has', () => {
    expect(screenOf(seen({ taken_back }))).toMatchObject({ kind: 'taken', taken: taken_back, amount: '130.5495' });
    expect(screenOf(seen({ status: 'processing', paid: '130.549500' }))).toMatchObject({ kind: 'processing' });
    expect(screenOf(seen({ taken_back, server_time: '2026-11-14T10:37:04.000+07:00' }))).toMatchObject({ kind: 'expired' });
  });

  it('shows no remainder where none is reserved, with and without a reorged part', () => {
    const part = { paid: '100.000000', due: '0.0000', due_exact: false } as const;
    expect(screenOf(seen(part))).toMatchObject({ kind: 'ask', part: { paid: '100.0000', percent: '76%' } });
    expect(screenOf(seen({ ...part, taken_back }))).toMatchObject({ kind: 'taken', amount: undefined });
    expect(screenOf(seen({ ...part, due: '30.5495', due_exact: true }))).toMatchObject({ kind: 'pay', amount: '30.5495' });
  });

  it('can be claimed as long as the invoice is watched', () => {
    expect([{}, { taken_back }, { status: 'expired' } as const].map((changes) => canClaim(screenOf(seen(changes))))).toEqual([
      true,
      true,
      true,
    ]);
    expect(canClaim(screenOf(seen({ status: 'success', paid: '130.549500' })))).toBe(false);
    expect(canClaim(screenOf(seen({ status: 'expired', server_time: '2026-11-15T10:37:04.000+07:00' })))).toBe(false);
  });
});

describe('the promise after the end', () => {
  it('is made for the 24 hours of monitoring, and not after', () => {
    const after = (server_time: string, status: PaymentView['status'] = 'expired') => screenOf(seen({ status, server_time }));
    expect(after('2026-11-15T10:37:03.000+07:00')).toMatchObject({ isWatched: true });
    expect(after('2026-11-15T10:37:04.000+07:00')).toMatchObject({ isWatched: false });
    expect(after('2026-11-14T11:00:00.000+07:00', 'failed')).toMatchObject({ isWatched: false });
  });
});

describe('the way back', () => {
  it("leads to the outcome's URL, and nowhere when the shop gave none", () => {
    expect(returnUrl(screenOf(seen({ status: 'success' })))).toBe('https://shop.example/thanks');
    expect(returnUrl(screenOf(seen({ status: 'expired' })))).toBe('https://shop.example/cart');
    expect(returnUrl(screenOf(seen({})))).toBe('https://shop.example/cart');
    expect(returnUrl(screenOf(seen({ status: 'success', success_url: null })))).toBeUndefined();
    expect(returnUrl(screenOf(NOTHING_YET))).toBeUndefined();
  });
});
