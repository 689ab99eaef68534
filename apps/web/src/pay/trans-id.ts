/** /bill/{transId}; nothing else is an address of this page. */
export const transIdOf = (pathname: string): string | undefined => /^\/bill\/([\w-]+)\/?$/.exec(pathname)?.[1];
