let drawnIn: string | undefined;
/** On the server, which has no page to read it from. */
export const setMode = (mode: string): void => {
  drawnIn = mode;
};

const written = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="stablegate-mode"]')?.content;
/** The server writes its mode into the page. */
export const isSandbox = (): boolean => (drawnIn ?? written()) === 'sandbox';
/** The first paint, before any script runs. */
export const isDrawnByServer = (): boolean => drawnIn !== undefined;
