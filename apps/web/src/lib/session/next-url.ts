/** Where a sign-in leads: the requested page, if it is one of ours; never another site, never back to the sign-in. */
const SIGN_IN_PATHS = new Set(['/login', '/register', '/2fa', '/forgot-password', '/reset-password']);
/** Only its path is used: any origin works. */
const HERE = 'https://stablegate.invalid';

export function safeNext(raw: string | null | undefined): string {
  if (raw === null || raw === undefined || !raw.startsWith('/')) return '/';
  let url: URL;
  try {
    url = new URL(raw, HERE);
  } catch {
    return '/';
  }
  // "//evil.example" and "/\evil.example" parse to another origin.
  if (url.origin !== HERE || SIGN_IN_PATHS.has(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

export function loginUrl(from: { pathname: string; search: string; hash: string }): string {
  const next = safeNext(`${from.pathname}${from.search}${from.hash}`);
  return next === '/' ? '/login' : `/login?${new URLSearchParams({ next })}`;
}
