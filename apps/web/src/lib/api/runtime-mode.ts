const metaOf = (name: string): string | undefined => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** Written into the page by the server; nothing in the browser can turn a sandbox into production. */
export const isSandbox = (): boolean => metaOf('stablegate-mode') === 'sandbox';
/** Without a mail server nobody can verify an address, so new accounts are of no use. */
export const canMail = (): boolean => metaOf('stablegate-mail') !== 'off';
