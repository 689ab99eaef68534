import { GUESSABLE_REASONS } from '@stablegate/contract';
import { expect, test } from 'vitest';
import { whyGuessable } from './guessable-password';

test('the form refuses what the server refuses, with the same reason', async () => {
  expect(await whyGuessable('Summer2024!', {})).toBe(GUESSABLE_REASONS.common);
  expect(await whyGuessable('alicesmithA1!', { username: 'alicesmith' })).toBe(GUESSABLE_REASONS.own);
  expect(await whyGuessable('Blue-Kettle-42', { username: 'alicesmith' })).toBeUndefined();
});
