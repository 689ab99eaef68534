import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error';
import { paidChangeText } from './paid-change-text';
import type { TFunction } from './texts';

const filled = ((text: string, values: Record<string, string>) =>
  text.replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '')) as TFunction;
const refused = (code: string, details?: Record<string, unknown>) =>
  new ApiError({ code, message: 'Refused', ...(details && { details }) }, 409);

test('a decision that came too late is answered with both amounts', () => {
  const text = paidChangeText(filled, refused('invoice_changed', { paid: '4.500000' }), '100.500000');
  expect(text).toContain('100.5000 USDT had arrived when you looked, now it is 4.5000 USDT');
});

test('any other refusal has its own text', () => {
  expect(paidChangeText(filled, refused('invoice_not_acceptable'), '1')).toBeUndefined();
  expect(paidChangeText(filled, refused('invoice_changed'), '1')).toBeUndefined();
  expect(paidChangeText(filled, new Error('offline'), '1')).toBeUndefined();
});
