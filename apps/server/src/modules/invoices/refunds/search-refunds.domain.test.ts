import { expect, test } from 'vitest';
import { matchSent, nextSearchAt, searchedSince, searchPauseMs } from './search-refunds.domain';

const PLANNED = new Date('2026-11-01T10:00:00.700Z');
const refund = (id: string, more: object = {}) => ({ id, userId: 'u1', toKey: 'customer', amountMicros: 5n, createdAt: PLANNED, ...more });
const sent = (txHash: string, more: object = {}) => ({
  txHash,
  fromKey: 'own',
  toKey: 'customer',
  amountMicros: 5n,
  block: { time: new Date('2026-11-01T10:00:30Z') },
  ...more,
});
const owned = new Map([
  ['u1', new Set(['own', 'other own'])],
  ['u2', new Set(['foreign'])],
]);
const pairs = (refunds: ReturnType<typeof refund>[], transfers: ReturnType<typeof sent>[], holders: Parameters<typeof matchSent>[2] = []) =>
  matchSent(refunds, transfers, holders, owned).map(({ refund: { id }, transfer }) => `${id}=${transfer.txHash}`);

test('sender, recipient and amount have to fit, and the transfer is not older than the plan', () => {
  expect(pairs([refund('a')], [sent('x', { fromKey: 'other own' })])).toEqual(['a=x']);
  const wrong = [
    sent('stranger', { fromKey: 'stranger' }),
    sent('of another merchant', { fromKey: 'foreign' }),
    sent('elsewhere', { toKey: 'someone' }),
    sent('less', { amountMicros: 4n }),
    sent('early', { block: { time: new Date('2026-11-01T09:58:59Z') } }),
  ];
  expect(pairs([refund('a')], wrong)).toEqual([]);
  expect(pairs([refund('a', { userId: 'without addresses' })], [sent('x')])).toEqual([]);
  // A block has the time at which its slot began, and our clock may be off.
  const older = { block: { time: new Date('2026-11-01T09:59:12Z') } };
  expect(pairs([refund('a')], [sent('by the clock of the chain', older)])).toEqual(['a=by the clock of the chain']);
  expect(searchedSince(refund('a'))).toEqual(new Date('2026-11-01T09:59:00.700Z'));
});

test('the oldest refund takes the first transfer, each transfer is one refund, and a held one is left to its refund', () => {
  expect(pairs([refund('a'), refund('b')], [sent('x'), sent('y')])).toEqual(['a=x', 'b=y']);
  expect(pairs([refund('a'), refund('b')], [sent('x')])).toEqual(['a=x']);
  const holders = [{ userId: 'u1', txHash: 'x', toKey: 'customer', amountMicros: 5n }];
  expect(pairs([refund('a')], [sent('x')], holders)).toEqual([]);
  expect(pairs([refund('a')], [sent('x'), sent('x')], holders)).toEqual(['a=x']); // two transfers of one transaction
  const late = refund('b', { createdAt: new Date('2026-11-01T11:00:00Z') });
  expect(pairs([refund('a'), late], [sent('x'), sent('y')])).toEqual(['a=x']);
});

test('a merchant who names the hash of another one does not hide that transfer', () => {
  const foreign = { userId: 'u2', txHash: 'x', toKey: 'customer', amountMicros: 5n };
  expect(pairs([refund('a')], [sent('x')], [foreign])).toEqual(['a=x']);
  expect(pairs([refund('a')], [sent('x')], [foreign, { ...foreign, userId: 'u1' }])).toEqual([]);
});

test('searches become rarer and end after three days, or after four where something of that time was not searched', () => {
  const minutes = (count: number) => count * 60_000;
  expect([0, minutes(9), minutes(10), minutes(119), minutes(120), minutes(4_319)].map((age) => searchPauseMs(age, 'caught up'))).toEqual([
    15_000, 15_000, 60_000, 60_000, 600_000, 600_000,
  ]);
  expect(searchPauseMs(minutes(4_320), 'caught up')).toBeUndefined();
  expect([300, 4_320, 5_759].map((age) => searchPauseMs(minutes(age), 'behind'))).toEqual([15_000, 15_000, 15_000]);
  expect([1, 300, 4_320, 5_759].map((age) => searchPauseMs(minutes(age), 'failed'))).toEqual([15_000, 600_000, 600_000, 600_000]);
  for (const progress of ['behind', 'failed'] as const) expect(searchPauseMs(minutes(5_760), progress)).toBeUndefined();
});

test('searches of one pace fall on the same moment', () => {
  const at = (text: string) => nextSearchAt(new Date(text), 15_000).toISOString();
  expect(at('2026-11-01T10:00:01.200Z')).toBe('2026-11-01T10:00:15.000Z');
  expect(at('2026-11-01T10:00:14.999Z')).toBe('2026-11-01T10:00:15.000Z');
  expect(at('2026-11-01T10:00:15.000Z')).toBe('2026-11-01T10:00:30.000Z');
});
