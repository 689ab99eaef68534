// @vitest-environment happy-dom
import type { PaymentView } from '@stablegate/contract';
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FirstState } from './first-state';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const bill = (changes: Partial<PaymentView>): FirstState => ({
  lang: 'en',
  texts: {},
  languages: [{ code: 'en', name: 'English', flag: 'gb' }] as unknown as FirstState['languages'],
  view: {
    trans_id: 'b2XcT9mVg5',
    name: 'Order',
    description: 'Beans',
    store: 'Hanoi Roasters',
    networks: [
      { network: 'POLYGON', address: '0x7C4f1bE29a08dD3365c1B9e4F0aA82d67E5130C9' },
      { network: 'BEP20', address: '0x7C4f1bE29a08dD3365c1B9e4F0aA82d67E5130C9' },
    ],
    status: 'waiting',
    amount: '130.5495',
    paid: '0.000000',
    due: '130.5495',
    currency: 'USDT',
    created_at: '2026-11-14T10:22:04.000+07:00',
    expires_at: '2026-11-14T10:37:04.000+07:00',
    server_time: '2026-11-14T10:24:16.123+07:00',
    success_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/cart',
    version: 1,
    ...changes,
  },
});
const TX = { network: 'BEP20', tx_hash: `0x${'ab'.repeat(32)}`, paid_at: '2026-11-14T10:30:00.000+07:00' } as const;

beforeEach(() => {
  vi.resetModules(); // whether a page is hydrated is remembered
  vi.stubGlobal('fetch', () => new Promise(() => undefined)); // nothing is newer
  vi.stubEnv('TZ', 'Asia/Ho_Chi_Minh');
});

afterEach(() => {
  vi.useRealTimers();
});

const states: readonly [string, Partial<PaymentView>][] = [
  ['waits', {}],
  ['is partly paid', { paid: '100.000000', due: '30.5495' }],
  ['is partly paid without a free amount', { paid: '100.000000', due: '30.5495', due_exact: false }],
  ['is processing', { status: 'processing', paid: '130.549500', confirmations: 3, confirmations_needed: 15, ...TX }],
  ['is paid', { status: 'success', paid: '131.000000', ...TX }],
  ['has expired', { status: 'expired' }],
  ['is reversed', { taken_back: { network: 'BEP20', tx_hash: TX.tx_hash, amount: '130.549500' } as PaymentView['taken_back'] }],
];

test.each(states)(
  'a bill that %s is hydrated exactly as the server rendered it, minutes later and in another zone',
  async (_name, changes) => {
    const { renderBill } = await import('../render-bill');
    const { PayPage } = await import('../pay-page');
    const first = bill(changes);
    const root = document.createElement('div');
    root.innerHTML = renderBill(first, 'production').html;
    document.body.replaceChildren(root);
    const rendered = [...root.querySelectorAll('*')];
    vi.useFakeTimers({ now: Date.parse(first.view.server_time) + 180_000, toFake: ['Date'] });
    const differences: unknown[] = [];
    const page = await act(async () =>
      hydrateRoot(root, <PayPage transId={first.view.trans_id} first={first} />, {
        onRecoverableError: (error) => differences.push(error),
      }),
    );
    vi.useRealTimers();
    expect(differences).toEqual([]);
    expect(rendered.filter(({ isConnected }) => !isConnected)).toEqual([]);
    await act(async () => undefined); // what comes after it
    expect(root.textContent).toContain('10:37:04 14/11/2026 UTC+7');
    await act(async () => page.unmount());
  },
);

test.each([
  ['a second before its end', '2026-11-14T10:37:03.000+07:00', true],
  ['at its end, which the server notices later', '2026-11-14T10:37:04.000+07:00', false],
])('without script a bill %s says until when it can be paid: %s, %s', async (_when, server_time, isSaid) => {
  const { renderBill } = await import('../render-bill');
  const { html, noscript } = renderBill(bill({ server_time }), 'production');
  expect(noscript.includes('Pay before')).toBe(isSaid);
  expect(noscript.includes('Other networks')).toBe(isSaid);
  expect(html.includes('Payment Expired!')).toBe(!isSaid);
  expect(noscript).toContain('http-equiv="refresh"');
});
