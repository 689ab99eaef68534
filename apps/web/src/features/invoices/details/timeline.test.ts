import type { InvoiceDetails } from '@stablegate/contract';
import { expect, test } from 'vitest';
import type { TFunction } from '../../../lib/i18n/texts';
import { stepsOf } from './timeline';

/** English is its own translation. */
const t = ((key: string, values: Record<string, unknown> = {}) =>
  key.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))) as TFunction;

const at = (time: string) => `2026-11-14T${time}.000Z`;
const invoice = (fields: Partial<InvoiceDetails>): InvoiceDetails =>
  ({
    payable: '185.422500',
    due: '0',
    fee: '0.922500',
    status: 'WAITING',
    flags: [],
    expiresAt: at('03:44:02'),
    timeline: [{ at: at('03:29:02'), event: 'created', detail: null, actor: null }],
    transfers: [],
    callbackAttempts: [],
    callbackState: 'none',
    nextCallbackAt: null,
    ...fields,
  }) as unknown as InvoiceDetails;
const transfer = {
  id: 'tr1',
  network: 'BEP20' as const,
  txHash: '0x8e',
  logIndex: 0,
  fromAddress: '0x19',
  toAddress: '0x7c',
  amount: '185.422500',
  state: 'matched' as const,
  blockNumber: 48_201_335,
  seenAt: at('03:31:40'),
  matchedBy: 'exact' as const,
  canUndo: false,
  finalAt: at('03:31:44'),
};
const told = (details: InvoiceDetails) =>
  stepsOf(t, details, 'en').map(({ title, detail }) => (detail === undefined ? title : `${title}: ${detail}`));

test('a paid invoice lists creation, sighting, finality, completion and every callback attempt, in this order', () => {
  const paid = invoice({
    status: 'SUCCESS',
    timeline: [
      { at: at('03:29:02'), event: 'created', detail: null, actor: null },
      { at: at('03:31:40'), event: 'seen', detail: null, actor: null },
      { at: at('03:31:44'), event: 'final', detail: '3 of 3 confirmations on BEP20', actor: null },
      { at: at('03:31:44'), event: 'completed', detail: '0.922500 USD taken as the fee', actor: null },
      { at: at('03:31:45'), event: 'callback_failed', detail: 'completed: HTTP 500 in 30 ms', actor: null },
    ],
    transfers: [transfer],
    callbackAttempts: [
      {
        at: at('03:31:45'),
        event: 'completed',
        outcome: 'refused',
        httpStatus: 500,
        durationMs: 30,
        url: 'https://shop.example/',
        response: 'oops',
      },
      {
        at: at('03:31:50'),
        event: 'completed',
        outcome: 'delivered',
        httpStatus: 200,
        durationMs: 182,
        url: 'https://shop.example/',
        response: '{}',
      },
    ],
  });
  expect(told(paid)).toEqual([
    'Invoice created: 185.4225 USDT to pay',
    'Transfer seen: 185.4225 USDT in block 48,201,335',
    '3 of 3 confirmations: Final on BNB Smart Chain (BEP20)',
    'Invoice completed: Fee 0.922500 USDT',
    'Callback not delivered: Answered 500 in 30 ms, attempt 1',
    'Callback delivered: Answered 200 in 182 ms, attempt 2',
  ]);
});

test('an open invoice ends with what it is waiting for', () => {
  expect(told(invoice({})).at(-1)).toBe('Waiting for the payment');
  expect(told(invoice({ flags: ['paidPartial'] })).at(-1)).toBe('Waiting for the rest');
  const timeline = [
    { at: at('03:29:02'), event: 'created', detail: null, actor: null },
    { at: at('03:31:40'), event: 'seen', detail: '185.422500 USDT on BEP20 in block 48201335, 2 of 3 confirmations', actor: null },
  ];
  const seen = invoice({ status: 'PROCESSING', timeline, transfers: [{ ...transfer, finalAt: null }] });
  expect(told(seen).slice(1)).toEqual([
    'Transfer seen: 185.4225 USDT in block 48,201,335',
    'Waiting for confirmations: 2 of 3 confirmations',
  ]);
});

test('a cancelled invoice is not called expired, and an unknown event is shown rather than hidden', () => {
  const timeline = [
    { at: at('03:29:02'), event: 'created', detail: null, actor: 'API key: Shop' },
    { at: at('03:30:00'), event: 'expired', detail: null, actor: 'lan' },
    { at: at('03:30:01'), event: 'brand_new', detail: 'something', actor: null },
  ];
  expect(told(invoice({ status: 'EXPIRED', flags: ['cancelled'], timeline })).slice(1)).toEqual([
    'Invoice cancelled',
    'brand new: something',
  ]);
  expect(stepsOf(t, invoice({ timeline }), 'en').map(({ actor }) => actor)).toEqual(['API key: Shop', 'lan', undefined, undefined]);
});

test('a pending or given-up callback comes last', () => {
  const ended = { status: 'SUCCESS' as const, flags: [] };
  expect(told(invoice({ ...ended, callbackState: 'given_up' })).at(-1)).toBe('Callback given up: Retry sends it again immediately.');
  expect(told(invoice({ ...ended, callbackState: 'waiting', nextCallbackAt: at('04:00:00') })).at(-1)).toMatch(
    /^Callback will be retried: at \u2066\d\d:/,
  );
});
