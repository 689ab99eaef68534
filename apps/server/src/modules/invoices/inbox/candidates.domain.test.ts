import { amountWithin } from '@stablegate/rules';
import { expect, test } from 'vitest';
import { type CandidateFacts, rankCandidates } from './candidates.domain';

const CREATED = new Date('2026-03-01T00:00:00Z');
const asking = (usdt: string, status: CandidateFacts['status'] = 'WAITING') => {
  const [whole = '0', parts = ''] = usdt.split('.');
  const dueMicros = BigInt(whole + parts.padEnd(6, '0'));
  return { name: usdt, status, amountMicros: amountWithin(dueMicros), dueMicros, createdAt: CREATED };
};
const rank = (sent: string, candidates: readonly ReturnType<typeof asking>[]): string[] =>
  rankCandidates(asking(sent).dueMicros, candidates, 5).map(({ name }) => name);

test('the nearest amounts come first, above and below alike', () => {
  expect(rank('552.75', [asking('753.75'), asking('502.50'), asking('600'), asking('9000')])).toEqual(['600', '502.50', '753.75']);
});

test.each([
  ['1 USDT kept back', '100.5037', '99.5037', '99.3'],
  ['0.8 USDT kept back', '100.5037', '99.7037', '99.5'],
  ['0.29 USDT kept back', '40.2100', '39.9200', '39.7'],
  ['0.5 USDT added by a careful payer', '201', '201.5', '201.63'],
  ['3 USDT kept back', '1005', '1002', '1001.37'],
])('a usual fee is recognised by what remains of the amount: %s', (_, meant, sent, nearer) => {
  expect(rank(sent, [asking(nearer), asking(meant)])[0]).toBe(meant);
});

test('a fee does not explain a difference that is large for the amount', () => {
  expect(rank('100', [asking('110'), asking('100.3')])).toEqual(['100.3', '110']);
});

test('open invoices come before ended ones of the same amount; with nothing near, open ones are suggested', () => {
  expect(rank('99', [asking('100', 'EXPIRED'), asking('100.2')])).toEqual(['100.2', '100']);
  expect(rank('3', [asking('100'), asking('50', 'EXPIRED')])).toEqual(['100']);
});

test('the price without the fee comes first beside the invoice that asks for it', () => {
  expect(rank('100', [asking('100.5', 'EXPIRED'), asking('100.01'), asking('100.5'), asking('100')])).toEqual([
    '100.5',
    '100',
    '100.01',
    '100.5',
  ]);
});
