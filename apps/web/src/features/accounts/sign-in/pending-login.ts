/** The required second step: a code of the authenticator app, a mailed one, or a passkey. */
const STEPS = ['totp', 'email', 'passkey'] as const;
export type SecondStep = (typeof STEPS)[number];
export type PendingStep = { method: SecondStep; hasPasskey?: boolean | undefined };

/** Holds the username between password and second step; cleared when the tab closes. */
const USERNAME_KEY = 'pendingUsername';
const METHOD_KEY = 'pendingMethod';
const PASSKEY_KEY = 'pendingPasskey';

export const pendingLogin = {
  remember: (username: string, { method, hasPasskey = false }: PendingStep): void => {
    sessionStorage.setItem(USERNAME_KEY, username);
    sessionStorage.setItem(METHOD_KEY, method);
    sessionStorage.setItem(PASSKEY_KEY, String(hasPasskey));
  },
  username: (): string | undefined => sessionStorage.getItem(USERNAME_KEY) ?? undefined,
  method: (): SecondStep => STEPS.find((step) => step === sessionStorage.getItem(METHOD_KEY)) ?? 'totp',
  hasPasskey: (): boolean => sessionStorage.getItem(PASSKEY_KEY) === 'true',
  forget: (): void => {
    sessionStorage.removeItem(USERNAME_KEY);
    sessionStorage.removeItem(METHOD_KEY);
    sessionStorage.removeItem(PASSKEY_KEY);
  },
};
