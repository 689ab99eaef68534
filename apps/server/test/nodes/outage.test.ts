import { expect, test } from 'vitest';
import { createTestDatabase } from '../parts/database';
import { catchUp } from './outage';

/** `npm run bench -- outage` has a thousand payments and an hour. */
const OUTAGE = { payments: 30, minutes: 10, callsPerSecond: 10, msMax: 120_000 };

test.concurrent.each([
  ['BEP20', 2, {}],
  ['TRON', 3, { logTimes: false }],
  ['SOLANA', 2, {}],
] as const)(
  '%s: payments that arrived while the gateway was away are final once each, for about %i calls each',
  async (network, each, faults) => {
    const database = await createTestDatabase();
    try {
      const { final, repeated, calls, leastCalls } = await catchUp(database.url, { ...OUTAGE, network, faults });
      expect({ final, repeated }).toEqual({ final: OUTAGE.payments, repeated: 0 });
      expect(calls).toBeGreaterThanOrEqual(leastCalls);
      expect(calls).toBeLessThanOrEqual((each + 0.5) * OUTAGE.payments + 30);
    } finally {
      await database.drop();
    }
  },
  150_000,
);
