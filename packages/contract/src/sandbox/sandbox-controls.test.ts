import { expect, test } from 'vitest';
import { sandboxControlsApi } from './sandbox-controls';

test.each(['reference', 'transactionId'])('a simulated bank transfer refuses what cannot be stored as its %s', (field) => {
  const given = { reference: 'ABCDEF1234', amountVnd: 1_000, transactionId: 'tx-1' };
  const { body } = sandboxControlsApi.bankTransfer;
  expect(body.safeParse(given).success).toBe(true);
  expect(body.safeParse({ ...given, [field]: 'a\0b' }).success).toBe(false);
});
