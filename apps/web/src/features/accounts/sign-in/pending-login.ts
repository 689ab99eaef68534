/** Which second step the server asks for: a code of the authenticator app, or one it has mailed. */
export type SecondStep = 'totp' | 'email';

/** Between the right password and the second step the username waits here; the tab forgets it when it closes. */
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
