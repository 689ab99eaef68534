import { errorCatalogue } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { isRefusal, REFUSAL_CODES, StablegateError } from './index';

const details = { httpStatus: 402, requestId: undefined, errors: [], retryAfterSeconds: undefined };

test('every code of the SDK is one of the gateway', () => {
  expect(REFUSAL_CODES.filter((code) => !(code in errorCatalogue))).toEqual([]);
});

test('a refusal is identified by its code', () => {
  const error = new StablegateError('insufficient_balance', 'Too little', details);
  expect(isRefusal(error, 'insufficient_balance')).toBe(true);
  expect(isRefusal(error, 'not_found')).toBe(false);
  expect(isRefusal(new Error('Too little'))).toBe(false);
});
