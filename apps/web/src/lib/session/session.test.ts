// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { fetchSession } from './session';

afterEach(() => void vi.restoreAllMocks());

test.each([undefined, null, ''])('a session of the mail address %j has none', async (email) => {
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ isAuthenticated: true, userId: 'u1', emailVerified: false, isAdmin: false, email, pendingEmail: email }),
  );
  expect(await fetchSession()).toMatchObject({ email: null, pendingEmail: null, accountId: 'u1' });
});
