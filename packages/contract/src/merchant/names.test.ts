import { expect, test } from 'vitest';
import { passkeyNameSchema } from '../accounts/passkeys';
import { apiKeyNameSchema } from '../keys/api-keys';
import { storeNameSchema } from './stores';

test.each([
  ['a store', storeNameSchema],
  ['an API key', apiKeyNameSchema],
  ['a passkey', passkeyNameSchema],
])('the name of %s refuses what PostgreSQL cannot store', (_, schema) => {
  expect(schema.safeParse('Cà phê 🌱').success).toBe(true);
  for (const name of ['a\0b', '\ud800', 'a\udc00b']) expect(schema.safeParse(name).success).toBe(false);
});
