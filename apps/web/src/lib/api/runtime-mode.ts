/** The server writes it into the page; nothing in the browser can turn a sandbox into the real thing. */
export const isSandbox = (): boolean => document.querySelector<HTMLMetaElement>('meta[name="stablegate-mode"]')?.content === 'sandbox';
