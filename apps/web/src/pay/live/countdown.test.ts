import { describe, expect, it } from 'vitest';
import { clockOffset, clockText, msLeft, shareLeft, timeMark } from './countdown';

const view = {
  created_at: '2026-11-14T10:22:00.000+07:00',
  expires_at: '2026-11-14T10:37:00.000+07:00',
  server_time: '2026-11-14T10:24:00.000+07:00',
};

describe('the countdown', () => {
  it("follows the server's clock, however wrong the device's is", () => {
    for (const wrongBy of [0, -3 * 3_600_000, 86_400_000]) {
      const deviceNow = Date.parse(view.server_time) + wrongBy;
      const offset = clockOffset(view, deviceNow);
      expect(msLeft(view, offset, deviceNow)).toBe(13 * 60_000);
      expect(msLeft(view, offset, deviceNow + 60_000)).toBe(12 * 60_000);
      expect(msLeft(view, offset, deviceNow + 3_600_000)).toBe(0);
    }
  });

  it('is written m:ss, and 0:00 only at the end', () => {
    expect([768_000, 60_000, 59_001, 1, 0].map(clockText)).toEqual(['12:48', '1:00', '1:00', '0:01', '0:00']);
    expect(clockText(75 * 60_000)).toBe('75:00');
  });

  it('drains from one to nothing', () => {
    expect([900_000, 450_000, 0].map((ms) => shareLeft(view, ms))).toEqual([1, 0.5, 0]);
  });

  it('has three announced moments', () => {
    expect([300_001, 300_000, 60_001, 60_000, 1, 0].map(timeMark)).toEqual(['plenty', 'five', 'five', 'one', 'one', 'over']);
  });
});
