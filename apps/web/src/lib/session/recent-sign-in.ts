import { ApiError } from '../api/api-error';

/** The user closed the dialog: nothing was changed and nothing needs to be said. */
class SignInNotConfirmed extends Error {
  override readonly name = 'SignInNotConfirmed';
}
export const isSignInNotConfirmed = (error: unknown): boolean => error instanceof SignInNotConfirmed;

const isRefusedForAge = (error: unknown): boolean => error instanceof ApiError && error.code === 'recent_sign_in_required';

/** Calls that are refused together wait for one dialog, and all of them go on when it is answered. */
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
     * `await withRecentSignIn(() => call(twoFactorApi.disable))`: when the server asks for a fresh sign-in, the user gives
     * the password and the call is made again. Throws SignInNotConfirmed when he does not want to.
     */
    withRecentSignIn: async <T>(run: () => Promise<T>): Promise<T> => {
      try {
        return await run();
      } catch (error) {
        if (!isRefusedForAge(error)) throw error;
        if (!(await ask())) throw new SignInNotConfirmed('the sign-in was not confirmed', { cause: error });
        // Once: a server that refuses again right after the password would keep asking for ever.
        return run();
      }
    },
  };
}

/** The app's one: RecentSignInDialog asks, everybody else calls withRecentSignIn. */
export const recentSignIn = createRecentSignIn();
export const { withRecentSignIn } = recentSignIn;
