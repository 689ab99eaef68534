import type { PaymentView } from '@stablegate/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { priceLines } from '../bill/price-lines';
import { screenOf } from '../screen';
import { msLeft } from './countdown';
import { seen } from './invoice-watch';

beforeEach(() => void vi.stubEnv('TZ', 'Asia/Tokyo'));
afterEach(() => void vi.unstubAllEnvs());

const answered = (created_at: string, expires_at: string) =>
  seen({ amount: '10', created_at, expires_at, server_time: '2026-11-14T10:24:00.000+07:00' } as PaymentView).view;

describe('an answer about an invoice', () => {
  it.each([
    ['2026-11-14T10:22:00.000', '2026-11-14T10:37:00.000'],
    ['2026-11-14 10:22:00', '2026-11-14 10:37:00'],
  ])('is of +07:00 where its times (%s) name no zone, also for a payer in Tokyo', (created, expires) => {
    const view = answered(created, expires);
    expect(msLeft(view, 0, Date.parse(view.server_time))).toBe(13 * 60_000);
    expect(new Date(view.created_at).toISOString()).toBe('2026-11-14T03:22:00.000Z');
  });

  it.each([
    ['2026-11-14T03:22:00Z', '2026-11-14T03:37:00Z'],
    ['2026-11-14T10:22:00.000+07:00', '2026-11-14T10:37:00.000+07:00'],
    ['2026-11-13T22:22:00-0500', '2026-11-13T22:37:00-0500'],
  ])('keeps the zone that its times (%s) name', (created, expires) => {
    expect(answered(created, expires)).toMatchObject({ created_at: created, expires_at: expires });
  });

  it.each([
    ['waiting', { kind: 'pay', amount: '7.8089', part: undefined }],
    ['processing', { kind: 'processing', paid: '7.8089' }],
    ['success', { kind: 'success', paid: '7.8089', over: undefined }],
    ['expired', { kind: 'expired', part: undefined }],
  ] as const)('is complete with what specification 2, section 3, names: %s', (status, screen) => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const named = { trans_id: 'x', networks: [], status, amount: '7.8089', created_at: inAnHour, expires_at: inAnHour };
    const watched = seen({ ...named, success_url: null, cancel_url: null } as unknown as PaymentView);
    expect(screenOf(watched)).toMatchObject(screen);
    expect(priceLines(watched.view)).toEqual([]);
    expect(msLeft(watched.view, watched.offset, Date.now())).toBeGreaterThan(0);
    expect(watched.view.currency).toBe('USDT');
  });

  it('has no way back to a shop whose address is empty', () => {
    const at = new Date().toISOString();
    const { view } = seen({ amount: '10', created_at: at, expires_at: at, success_url: '', cancel_url: '' } as PaymentView);
    expect(view).toMatchObject({ success_url: null, cancel_url: null });
  });

  it.each([
    ['100.5', '100.5000'],
    [100.5, '100.5000'],
    ['7.80895', '7.80895'],
  ])('has its amount %s with four decimals', (amount, shown) => {
    const { view } = seen({ amount, status: 'waiting', expires_at: '2026-11-14T10:37:00Z' } as unknown as PaymentView);
    expect(view).toMatchObject({ amount: shown, due: shown });
    expect(view.created_at).not.toBe('');
  });

  it.each([
    ['waiting', 'waiting'],
    ['PENDING', 'waiting'],
    ['whatever', 'waiting'],
    [null, 'waiting'],
    ['SUCCESS', 'success'],
    ['expired', 'expired'],
  ])('with the status %s is %s', (told, status) => {
    const nothing = { store: null, paid: null, server_time: null, currency: null, due: '60.25' };
    const { view } = seen({ ...nothing, amount: '100.5', status: told, expires_at: '2026-11-14T10:37:00Z' } as unknown as PaymentView);
    expect(view).toMatchObject({ status, store: 'Stablegate', currency: 'USDT', due: '60.2500', success_url: null });
    expect(Number.isNaN(Date.parse(view.server_time))).toBe(false);
  });
});
