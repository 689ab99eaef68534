/** The server writes its mode into the page. */
export const isSandbox = (): boolean => document.querySelector<HTMLMetaElement>('meta[name="stablegate-mode"]')?.content === 'sandbox';
