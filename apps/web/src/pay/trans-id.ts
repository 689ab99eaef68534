/** /bill/{transId}, or the same within a shop's page; anything else is no URL of this page. */
export const transIdOf = (pathname: string): string | undefined => /^(?:\/embed)?\/bill\/([\w-]+)\/?$/.exec(pathname)?.[1];
