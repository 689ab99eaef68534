// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest';
import { calendarDay, clockTimeInText, fullTime, fullTimeInText, zoneName } from './local-time';

const at = new Date('2026-11-04T20:05:07Z');
const setZone = (zone: string) => {
  document.head.innerHTML = `<meta name="stablegate-time-zone" content="${zone}">`;
};
afterEach(() => {
  document.head.innerHTML = '';
});

test('the time comes first, then the day, all with two digits, in the zone of the business', () => {
  setZone('Asia/Ho_Chi_Minh');
  expect(fullTime(at)).toBe('03:05:07 05/11/2026');
  setZone('UTC');
  expect(fullTime(at)).toBe('20:05:07 04/11/2026');
});

test('midnight is 00, not 24', () => {
  setZone('UTC');
  expect(fullTime(new Date('2026-11-04T00:00:00Z'))).toBe('00:00:00 04/11/2026');
});

test("without the name of the zone the reader's own is used", () => {
  const mine = new Date(2026, 10, 4, 9, 5, 7);
  expect(fullTime(mine)).toBe('09:05:07 04/11/2026');
  expect(calendarDay(mine)).toBe('04/11/2026');
});

describe('zoneName', () => {
  test.each([
    ['Asia/Ho_Chi_Minh', 'UTC+7'],
    ['UTC', 'UTC'],
    ['Asia/Kolkata', 'UTC+5:30'],
    ['America/St_Johns', 'UTC-3:30'],
    ['Australia/Sydney', 'UTC+11'],
  ])('%s is %s', (zone, name) => {
    setZone(zone);
    expect(zoneName(at)).toBe(name);
  });
});

test('in running text a time names its zone, and stays in one piece', () => {
  setZone('Asia/Ho_Chi_Minh');
  expect(fullTimeInText(at)).toBe('\u206603:05:07\u00a005/11/2026\u00a0UTC+7\u2069');
  expect(clockTimeInText(at)).toBe('\u206603:05:07\u00a0UTC+7\u2069');
});
