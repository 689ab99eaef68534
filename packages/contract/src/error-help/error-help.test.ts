import { expect, test } from 'vitest';
import { errorCatalogue } from '../errors';
import { errorHelp } from './error-help';
import { accountErrorHelp } from './of-accounts';
import { merchantErrorHelp } from './of-merchants';
import { requestErrorHelp } from './of-requests';

const SENTENCE = /^[A-Z“][^\n]{10,}\.$/;

test('every error code has a cause and a cure, in sentences', () => {
  expect(Object.keys(errorHelp).sort()).toEqual(Object.keys(errorCatalogue).sort());
  const wrong = Object.entries(errorHelp).filter(([, { cause, cure }]) => !SENTENCE.test(cause) || !SENTENCE.test(cure) || cause === cure);
  expect(wrong).toEqual([]);
});

test('every code is explained in one place', () => {
  const codes = [requestErrorHelp, merchantErrorHelp, accountErrorHelp].flatMap(Object.keys);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});
