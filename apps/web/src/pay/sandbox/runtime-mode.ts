let drawnIn: string | undefined;
/** On the server, which has no page to read it from. */
export const setMode = (mode: string): void => {
  drawnIn = mode;
};

const written = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="stablegate-${name}"]`)?.content || undefined;
/** The server writes its mode into the page. */
export const isSandbox = (): boolean => (drawnIn ?? written('mode')) === 'sandbox';
/** Given by the operator who wants wallet apps to be offered. */
export const walletConnectProject = (): string | undefined => written('walletconnect');
