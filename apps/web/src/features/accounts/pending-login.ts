/** Between the right password and the second step the username waits here; the tab forgets it when it closes. */
const STORAGE_KEY = 'pendingUsername';

export const pendingLogin = {
  remember: (username: string): void => sessionStorage.setItem(STORAGE_KEY, username),
  username: (): string | undefined => sessionStorage.getItem(STORAGE_KEY) ?? undefined,
  forget: (): void => sessionStorage.removeItem(STORAGE_KEY),
};
