import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error';
import { createRecentSignIn, isSignInNotConfirmed } from './recent-sign-in';

const refused = (code: string) => new ApiError({ code, message: code }, 403);

/** Refuses the first calls with the given code, then answers. */
function serverThat(refusals: readonly string[]) {
  const left = [...refusals];
  let calls = 0;
  return {
    calls: () => calls,
    run: async () => {
      calls += 1;
      const code = left.shift();
      if (code !== undefined) throw refused(code);
      return `answer ${calls}`;
    },
  };
}
const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

test('a call that is not refused never opens the dialog', async () => {
  const { withRecentSignIn, isAsked } = createRecentSignIn();
  const server = serverThat([]);
  await expect(withRecentSignIn(server.run)).resolves.toBe('answer 1');
  expect(isAsked()).toBe(false);
});

test('a refused call waits for the password and is repeated', async () => {
  const gate = createRecentSignIn();
  const server = serverThat(['recent_sign_in_required']);
  const reply = gate.withRecentSignIn(server.run);
  await nextTurn();
  expect(gate.isAsked()).toBe(true);
  expect(server.calls()).toBe(1);
  gate.settle(true);
  await expect(reply).resolves.toBe('answer 2');
  expect(gate.isAsked()).toBe(false);
});

test('closing the dialog ends the call without repeating it', async () => {
  const gate = createRecentSignIn();
  const server = serverThat(['recent_sign_in_required']);
  const reply = gate.withRecentSignIn(server.run);
  await nextTurn();
  gate.settle(false);
  const error: unknown = await reply.catch((reason: unknown) => reason);
  expect(isSignInNotConfirmed(error)).toBe(true);
  expect(server.calls()).toBe(1);
});

test('two calls refused together share one dialog and both continue', async () => {
  const gate = createRecentSignIn();
  let openings = 0;
  gate.subscribe(() => {
    if (gate.isAsked()) openings += 1;
  });
  const replies = [serverThat(['recent_sign_in_required']), serverThat(['recent_sign_in_required'])].map(({ run }) =>
    gate.withRecentSignIn(run),
  );
  await nextTurn();
  gate.settle(true);
  await expect(Promise.all(replies)).resolves.toEqual(['answer 2', 'answer 2']);
  expect(openings).toBe(1);
});

test('another error, and one repeated after the password, reach the caller', async () => {
  const gate = createRecentSignIn();
  await expect(gate.withRecentSignIn(serverThat(['email_taken']).run)).rejects.toMatchObject({ code: 'email_taken' });
  const server = serverThat(['recent_sign_in_required', 'recent_sign_in_required']);
  const reply = gate.withRecentSignIn(server.run);
  await nextTurn();
  gate.settle(true);
  await expect(reply).rejects.toMatchObject({ code: 'recent_sign_in_required' });
  expect(server.calls()).toBe(2);
});

test('whether a second factor is asked for is the stricter of the calls that wait', async () => {
  const gate = createRecentSignIn();
  const replies = ['recent_sign_in_required', 'second_factor_required'].map((code) => gate.withRecentSignIn(serverThat([code]).run));
  await nextTurn();
  expect(gate.needsFactor()).toBe(true);
  gate.settle(true);
  await expect(Promise.all(replies)).resolves.toEqual(['answer 2', 'answer 2']);
  const later = gate.withRecentSignIn(serverThat(['recent_sign_in_required']).run);
  await nextTurn();
  expect(gate.needsFactor()).toBe(false);
  gate.settle(true);
  await later;
});
