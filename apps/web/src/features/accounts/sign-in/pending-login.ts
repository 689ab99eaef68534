/** The required second step: a code of the authenticator app, or a mailed one. */
export type SecondStep = 'totp' | 'email';

/** Holds the username between password and second step; cleared when the tab closes. */
const USERNAME_KEY = 'pendingUsername';
const METHOD_KEY = 'pendingMethod';

export const pendingLogin = {
  remember: (username: string, method: SecondStep): void => {
    sessionStorage.setItem(USERNAME_KEY, username);
    sessionStorage.setItem(METHOD_KEY, method);
  },
  username: (): string | undefined => sessionStorage.getItem(USERNAME_KEY) ?? undefined,
  method: (): SecondStep => (sessionStorage.getItem(METHOD_KEY) === 'email' ? 'email' : 'totp'),
  forget: (): void => {
    sessionStorage.removeItem(USERNAME_KEY);
    sessionStorage.removeItem(METHOD_KEY);
  },
};
