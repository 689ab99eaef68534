/** Written into the page by the server; nothing in the browser can turn a sandbox into production. */
export const isSandbox = (): boolean => document.querySelector<HTMLMetaElement>('meta[name="stablegate-mode"]')?.content === 'sandbox';
