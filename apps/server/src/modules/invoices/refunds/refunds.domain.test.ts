import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterMisses,
  leftToRefund,
  missPauseMs,
  proofAmong,
  type Received,
  type Sent,
  seenPauseMs,
  suggestRefunds,
  unclearPauseMs,
} from './refunds.domain';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes));
const EXPIRES = at(20);
const paid = (amountMicros: bigint, minutes = 1, fromAddress = '0xPayer'): Received => ({
  network: 'BEP20',
  fromAddress,
  amountMicros,
  blockTime: at(minutes),
});
const SUCCESS = { status: 'SUCCESS', payableMicros: 100n, expiresAt: EXPIRES } as const;
const suggested = (invoice: Parameters<typeof suggestRefunds>[0], received: readonly Received[], left = leftToRefund(received, [])) =>
  suggestRefunds(invoice, received, left).map(({ reason, amountMicros, toAddress }) => [reason, amountMicros, toAddress]);

describe('what is suggested', () => {
  it.each([
    [
      'the excess of one payment',
      [paid(130n)],
      [
        ['overpaid', 30n, '0xPayer'],
        ['returned', 130n, '0xPayer'],
      ],
    ],
    [
      'the whole second payment, to its own sender',
      [paid(100n), paid(100n, 2, '0xOther')],
      [
        ['double', 100n, '0xOther'],
        ['returned', 200n, '0xOther'],
      ],
    ],
    [
      'the whole late payment',
      [paid(100n, 30)],
      [
        ['late', 100n, '0xPayer'],
        ['returned', 100n, '0xPayer'],
      ],
    ],
    ['everything when goods come back', [paid(100n)], [['returned', 100n, '0xPayer']]],
    [
      'a second payment that is late too is a double one',
      [paid(100n), paid(100n, 30)],
      [
        ['double', 100n, '0xPayer'],
        ['returned', 200n, '0xPayer'],
      ],
    ],
    ['nothing when nothing is final', [], []],
  ] as const)('is %s', (_, received, expected) => expect(suggested(SUCCESS, received)).toEqual(expected));

  it('is every payment of an invoice that was never completed', () => {
    const expired = { ...SUCCESS, status: 'EXPIRED' } as const;
    expect(suggested(expired, [paid(40n), paid(50n, 30)])).toEqual([
      ['late', 50n, '0xPayer'],
      ['underpaid', 40n, '0xPayer'],
    ]);
  });

  it('is never more than what is left, and nothing once all is planned', () => {
    expect(suggested(SUCCESS, [paid(130n)], 20n).map(([, amount]) => amount)).toEqual([20n, 20n]);
    expect(suggested(SUCCESS, [paid(130n)], 0n)).toEqual([]);
  });
});

describe('what is left', () => {
  const status = fc.constantFrom('planned', 'seen', 'confirmed', 'cancelled');
  const refund = fc.record({ status, amountMicros: fc.bigInt(1n, 500n) });
  it('never lets the refunds that count exceed what came', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(1n, 1_000n), { maxLength: 5 }), fc.array(refund, { maxLength: 8 }), (amounts, tried) => {
        const received = amounts.map((amount) => paid(amount));
        const kept: typeof tried = [];
        for (const next of tried) if (next.amountMicros <= leftToRefund(received, kept)) kept.push(next);
        const counted = kept.filter((each) => each.status !== 'cancelled').reduce((total, { amountMicros }) => total + amountMicros, 0n);
        const came = amounts.reduce((total, amount) => total + amount, 0n);
        expect(counted <= came).toBe(true);
        expect(leftToRefund(received, kept)).toBe(came - counted);
      }),
    );
  });

  it('is nothing after a reorganisation took back what was refunded already', () => {
    expect(leftToRefund([], [{ status: 'confirmed', amountMicros: 5n }])).toBe(0n);
  });
});

describe('the proof of a refund', () => {
  const sent = (amountMicros: bigint, more: Partial<Sent> = {}): Sent => ({
    logKey: '0',
    fromAddress: '0xShop',
    toAddress: '0xPayer',
    amountMicros,
    block: { time: at(5) },
    ...more,
  });
  const wanted = { amountMicros: 30n, notBefore: at(0), taken: new Set<string>() };

  it('is a transfer of the exact amount, whichever wallet sent it', () => {
    const [first, second] = [sent(29n), sent(30n, { logKey: '1' })];
    expect(proofAmong([first, second], wanted)).toBe(second);
  });
  it.each([
    ['refund_to_other_address', []],
    ['refund_to_other_address', [sent(30n, { fromAddress: '0xPayer' })]],
    ['refund_of_other_amount', [sent(29n), sent(31n)]],
    ['refund_too_early', [sent(30n, { block: { time: new Date(at(0).getTime() - 61_000) } })]],
  ] as const)('is refused as %s', (problem, transfers) => expect(proofAmong(transfers, wanted)).toBe(problem));
  it('is no transfer that proves another refund; the next of the same transaction is', () => {
    const taken = new Set(['0']);
    const second = sent(30n, { logKey: '1' });
    expect(proofAmong([sent(30n)], { ...wanted, taken })).toBe('refund_taken');
    expect(proofAmong([sent(30n), second], { ...wanted, taken })).toBe(second);
  });
});

it('asks ever more rarely, and about a day long for what was never seen', () => {
  const pauses: number[] = [];
  for (let misses = 0, pause = missPauseMs(0); pause !== undefined; misses += 1, pause = missPauseMs(misses)) pauses.push(pause);
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  const hours = pauses.reduce((total, pause) => total + pause, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(20);
  expect(hours).toBeLessThan(30);
  expect([0, 12_000, 3_600_000].map(seenPauseMs)).toEqual([3_000, 12_000, 30_000]);
  expect([0, 3_600_000, 86_400_000].map(unclearPauseMs)).toEqual([10_000, 36_000, 600_000]);
});

it('goes back only after several answers without it, and only what was found loses its hash', () => {
  const misses = [1, 4, 5, 7, 8, 100];
  expect(misses.map((count) => afterMisses(false, 'seen', count))).toEqual(['keep', 'keep', 'unseen', 'unseen', 'unseen', 'unseen']);
  expect(misses.map((count) => afterMisses(true, 'seen', count))).toEqual(['keep', 'keep', 'unseen', 'unseen', 'lost', 'lost']);
  expect(misses.map((count) => afterMisses(true, 'planned', count))).toEqual(['unseen', 'unseen', 'unseen', 'unseen', 'lost', 'lost']);
});
