import { describe, expect, it } from 'vitest';
import { maskSecret } from './mask-secret';

describe('maskSecret', () => {
  it('keeps the first 6 and the last 4 characters', () => {
    expect(maskSecret('sk_Qm3vT8xYb2Lr7NcK5hWd9JzP4gFs6AeU0')).toBe('sk_Qm3••••••AeU0');
  });

  it('shows keys shorter than 8 completely', () => {
    expect(maskSecret('1234567')).toBe('1234567');
    expect(maskSecret('')).toBe('');
  });

  it('masks from 8 characters on', () => {
    expect(maskSecret('12345678')).toBe('123456••••••5678');
  });
});
