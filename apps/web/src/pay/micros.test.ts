import { describe, expect, it } from 'vitest';
import { showMicros, toMicros } from './micros';

describe('amounts', () => {
  it('are read exactly and refused when they are none', () => {
    expect(['0', '10.05', '1000000.000001'].map(toMicros)).toEqual([0n, 10_050_000n, 1_000_000_000_001n]);
    for (const wrong of ['', '1e3', '-1', '.5', '1.1234567', '1,5']) expect(() => toMicros(wrong)).toThrow();
  });

  it('are shown with 4 places, and more only when they say something', () => {
    expect([0n, 130_549_500n, 9_450_501n, 117_494_550n].map(showMicros)).toEqual(['0.0000', '130.5495', '9.450501', '117.49455']);
  });
});
