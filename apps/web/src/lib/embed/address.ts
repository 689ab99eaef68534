const PATH = /^\/embed\/(?:bill|pay)\//;
/** Whether this page is the variant for frames; never while the server renders it, which does not know its address. */
export const isEmbedded = (): boolean => typeof window !== 'undefined' && PATH.test(window.location.pathname);

export const queryParam = (name: string): string | undefined => new URLSearchParams(window.location.search).get(name) ?? undefined;
/** The language of the shop's page: a frame has no cookie and no storage of ours. */
export const embedLanguage = (): string | undefined => (isEmbedded() ? queryParam('lang') : undefined);
