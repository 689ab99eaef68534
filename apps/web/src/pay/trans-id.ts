/** /bill/{transId}; anything else is no URL of this page. */
export const transIdOf = (pathname: string): string | undefined => /^\/bill\/([\w-]+)\/?$/.exec(pathname)?.[1];
