import { ApiError } from '../api/api-error';

/** The user closed the dialog: nothing was changed and no message is needed. */
class SignInNotConfirmed extends Error {
  override readonly name = 'SignInNotConfirmed';
}
export const isSignInNotConfirmed = (error: unknown): boolean => error instanceof SignInNotConfirmed;

const isRefusedForAge = (error: unknown): boolean => error instanceof ApiError && error.code === 'recent_sign_in_required';

/** Calls refused together wait for one dialog, and all of them continue afterwards. */
export function createRecentSignIn() {
  let asked: { promise: Promise<boolean>; answer: (confirmed: boolean) => void } | undefined;
  const listeners = new Set<() => void>();
  const change = (next: typeof asked) => {
    asked = next;
    for (const listener of listeners) listener();
  };
  const ask = (): Promise<boolean> => {
    if (asked !== undefined) return asked.promise;
    let answer: (confirmed: boolean) => void = () => {};
    const promise = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    change({ promise, answer });
    return promise;
  };
  return {
    isAsked: (): boolean => asked !== undefined,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    settle: (confirmed: boolean): void => {
      const before = asked;
      change(undefined);
      before?.answer(confirmed);
    },
    /**
     * `await withRecentSignIn(() => call(twoFactorApi.disable))`: when the server requires a recent sign-in, users enter their password and
     * the call is repeated. Throws SignInNotConfirmed when they decline.
     */
    withRecentSignIn: async <T>(run: () => Promise<T>): Promise<T> => {
      try {
        return await run();
      } catch (error) {
        if (!isRefusedForAge(error)) throw error;
        if (!(await ask())) throw new SignInNotConfirmed('the sign-in was not confirmed', { cause: error });
        // Once: a server that refuses again right after the password would cause an endless loop.
        return run();
      }
    },
  };
}

/** The app's instance: RecentSignInDialog asks, everything else calls withRecentSignIn. */
export const recentSignIn = createRecentSignIn();
export const { withRecentSignIn } = recentSignIn;
