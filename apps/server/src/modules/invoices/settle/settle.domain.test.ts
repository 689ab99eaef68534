import { INVOICE_STATUSES, type InvoiceFlag, type InvoiceStatus } from '@stablegate/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asTransferId } from '../../../platform/id-types';
import { canBecome } from '../invoices.domain';
import { type AttachedTransfer, type SettledInvoice, settle } from './settle.domain';

const EXPIRES = new Date('2026-01-01T12:00:00Z');
const BEFORE = new Date('2026-01-01T11:55:00Z');
const AFTER = new Date('2026-01-01T12:05:00Z');
const PAYABLE = 10_050_000n;

const invoice = (change: Partial<SettledInvoice> = {}): SettledInvoice => ({
  status: 'WAITING',
  flags: [],
  payableMicros: PAYABLE,
  paidMicros: 0n,
  acceptedMicros: null,
  expiresAt: EXPIRES,
  ...change,
});
let number = 0;
const transfer = (amountMicros: bigint, change: Partial<AttachedTransfer> = {}): AttachedTransfer => {
  number += 1;
  const id = `trf_${String(number).padStart(6, '0')}`;
  const rest = {
    network: 'BEP20',
    fromAddress: 'f',
    toAddress: 't',
    txHash: id,
    blockTime: BEFORE,
    live: true,
    final: false,
    matchedBy: 'exact',
  } as const;
  return { id: asTransferId(id), amountMicros, ...rest, ...change };
};
const final = { final: true };
const gone = { live: false };

describe('pending', () => {
  test('a covering transfer makes it PROCESSING, and settling again changes nothing', () => {
    const seen = transfer(PAYABLE);
    const settled = settle(invoice(), [seen], BEFORE);
    expect(settled).toMatchObject({ topic: 'invoice.seen', status: 'PROCESSING', paidMicros: PAYABLE, completing: seen });
    expect(settle(invoice({ status: 'PROCESSING', paidMicros: PAYABLE }), [seen], BEFORE)).toBeUndefined();
  });

  test('final makes it SUCCESS, also when it is final at first sight', () => {
    for (const status of ['WAITING', 'PROCESSING', 'EXPIRED', 'FAILED'] as const) {
      expect(settle(invoice({ status }), [transfer(PAYABLE, final)], BEFORE)).toMatchObject({
        topic: 'invoice.completed',
        status: 'SUCCESS',
        flags: [],
      });
    }
  });

  test('a payment is late when its block is after the expiry, whenever it is read', () => {
    const late = transfer(PAYABLE, { ...final, blockTime: AFTER });
    expect(settle(invoice({ status: 'EXPIRED' }), [late], AFTER)?.flags).toEqual(['paidLate']);
    expect(settle(invoice({ status: 'EXPIRED' }), [transfer(PAYABLE, final)], AFTER)?.flags).toEqual([]);
    expect(settle(invoice(), [transfer(PAYABLE, { ...final, blockTime: EXPIRES })], AFTER)?.flags).toEqual([]);
  });
});

describe('another amount', () => {
  test('too little is a part: it never makes SUCCESS by itself', () => {
    const part = transfer(PAYABLE - 1n, final);
    expect(settle(invoice(), [part], BEFORE)).toMatchObject({ topic: 'invoice.part_paid', status: 'WAITING', flags: ['paidPartial'] });
    expect(settle(invoice({ flags: ['paidPartial'], paidMicros: PAYABLE - 1n }), [part], BEFORE)).toBeUndefined();
  });

  test('parts that reach the sum complete it, and it is no longer partly paid', () => {
    const parts = [transfer(6_000_000n, final), transfer(4_050_000n, { ...final, blockTime: AFTER })];
    const settled = settle(invoice({ flags: ['paidPartial'], paidMicros: 6_000_000n }), parts, AFTER);
    expect(settled).toMatchObject({ status: 'SUCCESS', flags: ['paidLate'], completing: parts[1] });
  });

  test('one part final and one not is still PROCESSING', () => {
    expect(settle(invoice(), [transfer(6_000_000n, final), transfer(4_050_000n)], BEFORE)?.status).toBe('PROCESSING');
  });

  test('a surplus counts from one cent', () => {
    expect(settle(invoice(), [transfer(PAYABLE + 9_999n, final)], BEFORE)?.flags).toEqual([]);
    expect(settle(invoice(), [transfer(PAYABLE + 10_000n, final)], BEFORE)?.flags).toEqual(['paidOver']);
  });

  test('the same quote paid twice stays with its invoice', () => {
    const twice = [transfer(PAYABLE, final), transfer(PAYABLE)];
    expect(settle(invoice({ status: 'SUCCESS', paidMicros: PAYABLE }), twice, AFTER)).toMatchObject({
      topic: 'invoice.overpaid',
      status: 'SUCCESS',
      flags: ['paidOver'],
      paidMicros: 2n * PAYABLE,
    });
  });
});

test('an assigned transfer sets a flag for as long as it is attached', () => {
  expect(settle(invoice(), [transfer(PAYABLE, { ...final, matchedBy: 'hand' })], BEFORE)?.flags).toEqual(['resolvedByHand']);
  const before = invoice({ flags: ['paidPartial', 'resolvedByHand'], paidMicros: 6_000_000n });
  expect(settle(before, [], BEFORE)).toMatchObject({ topic: 'invoice.unseen', flags: [] });
});

describe('accepted before it was final', () => {
  const part = 6_000_000n;
  const accepted = invoice({ status: 'PROCESSING', flags: ['paidPartial', 'resolvedByHand'], paidMicros: part, acceptedMicros: part });

  test('stays PROCESSING until all of it is final, then it is paid', () => {
    expect(settle(accepted, [transfer(part)], BEFORE)).toBeUndefined();
    const done = transfer(part, final);
    expect(settle(accepted, [done], AFTER)).toMatchObject({
      topic: 'invoice.completed',
      status: 'SUCCESS',
      flags: ['paidPartial', 'resolvedByHand'],
      completing: done,
    });
    expect(settle(accepted, [done, transfer(1_000_000n)], BEFORE)).toMatchObject({ status: 'PROCESSING', paidMicros: 7_000_000n });
  });

  test('what comes on top of it may go again', () => {
    const more = { ...accepted, paidMicros: part + 1_000_000n };
    const settled = settle(more, [transfer(part, final), transfer(1_000_000n, gone)], BEFORE);
    expect(settled).toMatchObject({ topic: 'invoice.completed', status: 'SUCCESS', acceptedMicros: part });
    expect(settle(more, [transfer(part), transfer(1_000_000n, gone)], BEFORE)).toMatchObject({
      status: 'PROCESSING',
      acceptedMicros: part,
    });
  });

  test('as SUCCESS it is reversed when the accepted part goes, not when a later one does, and restored when it returns', () => {
    const done = { ...accepted, status: 'SUCCESS', paidMicros: part + 1_000_000n } as const;
    const [own, more] = [transfer(part, final), transfer(1_000_000n, final)];
    expect(settle(done, [own, { ...more, live: false }], AFTER)).toMatchObject({ topic: 'invoice.seen', flags: done.flags });
    const reversed = settle(done, [{ ...own, live: false }, more], AFTER);
    expect(reversed).toMatchObject({ topic: 'invoice.reversed', acceptedMicros: part });
    expect(settle({ ...done, ...reversed }, [own, more], AFTER)).toMatchObject({ topic: 'invoice.restored', flags: done.flags });
  });

  test('is open again when some of it is gone, and an ordinary payment when the rest arrives', () => {
    expect(settle(accepted, [transfer(part, gone)], BEFORE)).toMatchObject({ status: 'WAITING', flags: [], acceptedMicros: null });
    expect(settle(accepted, [transfer(part, gone)], AFTER)).toMatchObject({ status: 'EXPIRED', flags: [] });
    expect(settle(accepted, [transfer(part), transfer(PAYABLE - part)], BEFORE)).toMatchObject({ status: 'PROCESSING', flags: [] });
  });
});

describe('a reorganisation', () => {
  const processing = invoice({ status: 'PROCESSING', paidMicros: PAYABLE });
  test('takes an invoice back to WAITING, or to EXPIRED when its time is over', () => {
    expect(settle(processing, [transfer(PAYABLE, gone)], BEFORE)).toMatchObject({
      topic: 'invoice.unseen',
      status: 'WAITING',
      paidMicros: 0n,
    });
    expect(settle(processing, [transfer(PAYABLE, gone)], AFTER)).toMatchObject({ topic: 'invoice.unseen', status: 'EXPIRED' });
  });

  test('does not open an invoice that was cancelled before it was paid', () => {
    const cancelled = { ...processing, flags: ['cancelled'] as const };
    expect(settle(cancelled, [transfer(PAYABLE, gone)], BEFORE)).toMatchObject({ status: 'EXPIRED', flags: ['cancelled'], paidMicros: 0n });
    expect(settle(cancelled, [transfer(PAYABLE, gone), transfer(6_000_000n)], BEFORE)).toMatchObject({ status: 'EXPIRED' });
  });

  test('that leaves a part leaves it partly paid', () => {
    expect(settle(processing, [transfer(PAYABLE, gone), transfer(6_000_000n)], BEFORE)).toMatchObject({
      status: 'WAITING',
      flags: ['paidPartial'],
    });
  });

  test('after SUCCESS leaves the status and sets the flag; when the money is final again the flag is cleared', () => {
    const success = invoice({ status: 'SUCCESS', paidMicros: PAYABLE });
    expect(settle(success, [transfer(PAYABLE, gone)], AFTER)).toMatchObject({
      topic: 'invoice.reversed',
      status: 'SUCCESS',
      flags: ['reversed'],
    });
    const reversed = invoice({ status: 'SUCCESS', flags: ['reversed'] });
    expect(settle(reversed, [transfer(PAYABLE, gone)], AFTER)).toBeUndefined();
    expect(settle(reversed, [transfer(PAYABLE, final)], AFTER)).toMatchObject({ topic: 'invoice.restored', flags: [] });
  });
});

test('whatever happens: only allowed transitions, SUCCESS only with enough final money, and settling is idempotent', () => {
  const transfers = fc.array(
    fc.record({ amount: fc.bigInt({ min: 1n, max: 2n * PAYABLE }), live: fc.boolean(), final: fc.boolean(), late: fc.boolean() }),
    { maxLength: 4 },
  );
  const statuses = fc.constantFrom<InvoiceStatus>(...INVOICE_STATUSES);
  fc.assert(
    fc.property(statuses, transfers, fc.bigInt({ min: 0n, max: 3n * PAYABLE }), fc.boolean(), (status, list, paidMicros, over) => {
      const flags: InvoiceFlag[] = [];
      const now = over ? AFTER : BEFORE;
      const attached = list.map(({ amount, live, final: isFinal, late }) =>
        transfer(amount, { live, final: live && isFinal, blockTime: late ? AFTER : BEFORE }),
      );
      const before = invoice({ status, paidMicros, flags });
      const settled = settle(before, attached, now);
      if (settled === undefined) return;
      expect(settled.status === status || canBecome(status, settled.status)).toBe(true);
      const finalMicros = attached.filter((each) => each.final).reduce((total, each) => total + each.amountMicros, 0n);
      if (settled.status === 'SUCCESS' && status !== 'SUCCESS') expect(finalMicros >= PAYABLE).toBe(true);
      const { topic: _topic, completing: _completing, ...after } = settled;
      expect(settle({ ...before, ...after }, attached, now)).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
});
