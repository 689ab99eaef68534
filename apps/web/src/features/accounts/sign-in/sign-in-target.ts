import { safeNext } from '../../../lib/session/next-url';

export type SignInTarget = { path: string /** Another page than the one the guards would choose. */; isOwn: boolean };

/**
 * Where a finished sign-in leads: the address the server names, if it is on this site and not the front page; otherwise the page requested
 * before the sign-in, otherwise the front page.
 */
export function signInTarget(redirectUrl: string | undefined, next: string | null, origin: string): SignInTarget {
  const asked = safeNext(next);
  if (redirectUrl === undefined || redirectUrl === '') return { path: asked, isOwn: false };
  let url: URL;
  try {
    url = new URL(redirectUrl, origin);
  } catch {
    return { path: asked, isOwn: false };
  }
  const path = url.origin === origin ? safeNext(`${url.pathname}${url.search}${url.hash}`) : '/';
  return path === '/' || path === asked ? { path: asked, isOwn: false } : { path, isOwn: true };
}
