import { createHash } from 'node:crypto';
import { hasLeadingZeroBits, workText } from '@stablegate/rules';
import { expect, test } from 'vitest';
import { solve } from './proven-order';

test('the number that is found is the first one whose hash begins with the zero bits', async () => {
  const challenge = '1772352000000.random.signature';
  const isSolved = (n: number) =>
    hasLeadingZeroBits(
      createHash('sha256')
        .update(workText(challenge, String(n)))
        .digest(),
      9,
    );
  const { nonce } = await solve({ challenge, bits: 9 });
  expect(Array.from({ length: 100_000 }, (_, n) => n).find(isSolved)).toBe(Number(nonce));
});

test('a page that is left stops looking', async () => {
  const stop = new AbortController();
  const looking = solve({ challenge: 'x', bits: 60 }, stop.signal);
  stop.abort();
  await expect(looking).rejects.toThrow();
});
