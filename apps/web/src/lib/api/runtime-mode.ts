/** Names and contents of the page's meta elements. */
export type PageFacts = Readonly<Record<string, string>>;
/** On the server, which has no document. */
let given: PageFacts | undefined = typeof document === 'undefined' ? {} : undefined;
export function setPageFacts(facts: PageFacts): void {
  given = facts;
}

const metaOf = (name: string): string | undefined =>
  given === undefined ? document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content : given[name];

/** Written into the page by the server; nothing in the browser can turn a sandbox into production. */
export const isSandbox = (): boolean => metaOf('stablegate-mode') === 'sandbox';
/** Without a mail server nobody can verify an address, so new accounts are of no use. */
export const canMail = (): boolean => metaOf('stablegate-mail') !== 'off';
