import { ApiError } from '../api/api-error';

/** The user closed the dialog: nothing was changed and no message is needed. */
class SignInNotConfirmed extends Error {
  override readonly name = 'SignInNotConfirmed';
}
export const isSignInNotConfirmed = (error: unknown): boolean => error instanceof SignInNotConfirmed;

const CODES: ReadonlySet<string> = new Set(['recent_sign_in_required', 'second_factor_required']);
const refusalIn = (error: unknown): string | undefined => (error instanceof ApiError && CODES.has(error.code) ? error.code : undefined);

/** Calls refused together wait for one dialog, and all of them continue afterwards. */
export function createRecentSignIn() {
  let asked: { promise: Promise<boolean>; answer: (confirmed: boolean) => void; withFactor: boolean } | undefined;
  const listeners = new Set<() => void>();
  const change = (next: typeof asked) => {
    asked = next;
    for (const listener of listeners) listener();
  };
  const ask = (withFactor: boolean): Promise<boolean> => {
    if (asked !== undefined) {
      if (withFactor && !asked.withFactor) change({ ...asked, withFactor });
      return asked.promise;
    }
    let answer: (confirmed: boolean) => void = () => {};
    const promise = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    change({ promise, answer, withFactor });
    return promise;
  };
  return {
    isAsked: (): boolean => asked !== undefined,
    /** The password alone is not enough. */
    needsFactor: (): boolean => asked?.withFactor === true,
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
     * `await withRecentSignIn(() => call(twoFactorApi.disable))`: when the server requires a recent sign-in, users enter their password (or
     * second factor) and the call is repeated. Throws SignInNotConfirmed when they decline.
     */
    withRecentSignIn: async <T>(run: () => Promise<T>): Promise<T> => {
      try {
        return await run();
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal === undefined) throw error;
        if (!(await ask(refusal === 'second_factor_required')))
          throw new SignInNotConfirmed('the sign-in was not confirmed', { cause: error });
        // Once: a server that refuses again right after the password would cause an endless loop.
        return run();
      }
    },
  };
}

/** The app's instance: RecentSignInDialog asks, everything else calls withRecentSignIn. */
export const recentSignIn = createRecentSignIn();
export const { withRecentSignIn } = recentSignIn;
