import { describe, expect, test } from 'vitest';
import { compareReports, DUPLICATE_WINDOW_MS, type EarlierReport, normalNumber, normalTime } from './duplicates.domain';

const AT = new Date('2026-03-04T03:00:00Z');
const earlier: EarlierReport = {
  provider: 'sepay',
  amountVnd: 1_300_000n,
  content: 'CT DEN TU00000001',
  references: ['TU00000001'],
  bankNumber: 'FT1',
  bankTime: '20260304100237',
  receivedAt: AT,
  isRepeated: false,
};
const later = { ...earlier, provider: 'casso', content: 'TU00000001 nap' };

describe('two reports', () => {
  test.each([
    ['the same transfer', {}, {}, 'same'],
    ['up to three days apart', { receivedAt: new Date(AT.getTime() + DUPLICATE_WINDOW_MS) }, {}, 'same'],
    ['longer apart', { receivedAt: new Date(AT.getTime() + DUPLICATE_WINDOW_MS + 1) }, {}, 'maybe'],
    ['another amount', { amountVnd: 1_300_001n }, {}, 'maybe'],
    ['the same feed', { provider: 'sepay' }, {}, 'maybe'],
    ['a third report', {}, { isRepeated: true }, 'maybe'],
    ['only one names the deposit', { references: [], content: 'chuyen tien' }, {}, 'maybe'],
    ['neither names one, other words', { references: [], content: 'chuyen tien' }, { references: [] }, 'maybe'],
    ['neither names one, the same words', { references: [], content: ' ct  den.tu00000001' }, { references: [] }, 'same'],
    ['another deposit', { references: ['TU00000002'] }, {}, 'other'],
    ['one deposit more', { references: ['TU00000002', 'TU00000001'] }, {}, 'other'],
    ['another number', { bankNumber: 'FT2' }, {}, 'other'],
    ['no number, the same time', { bankNumber: null }, {}, 'same'],
    ['no number on either side, the same time', { bankNumber: null }, { bankNumber: null }, 'same'],
    ['no number, another time', { bankNumber: null, bankTime: '20260304100238' }, {}, 'maybe'],
    ['no number, no time', { bankNumber: null, bankTime: null }, { bankTime: null }, 'maybe'],
    ['no number, another amount', { bankNumber: null, amountVnd: 1n }, {}, 'other'],
    ['no number, the same feed', { bankNumber: null, provider: 'sepay' }, {}, 'other'],
    ['no number, the other has its second report', { bankNumber: null }, { isRepeated: true }, 'other'],
    ['no number, no reference', { bankNumber: null, references: [], content: 'chuyen tien' }, {}, 'other'],
  ] as const)('%s', (_case, changed, before, likeness) =>
    expect(compareReports({ ...later, ...changed }, { ...earlier, ...before })).toBe(likeness),
  );
});

test.each([
  [' ft 12\u00a034\u200b ', 'FT1234'],
  ['MBVCB.3278907687', 'MBVCB.3278907687'],
  [' \t', ''],
])('the number %j is %j', (told, number) => expect(normalNumber(told)).toBe(number));

test.each([
  ['2026-03-04 10:02:37', '20260304100237'],
  ['2026-03-04T10:02:37+07:00', '20260304100237'],
  ['2026-03-04 00:00:00', null],
  ['2026-03-04', null],
  ['', null],
])('the time %j is %j', (told, time) => expect(normalTime(told)).toBe(time));
