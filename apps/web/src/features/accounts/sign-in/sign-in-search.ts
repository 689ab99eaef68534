/** The search parameters kept between the pages of a sign-in: its target. Tokens of mailed links are dropped. */
export function signInSearch(search: string): string {
  const next = new URLSearchParams(search).get('next');
  return next === null ? '' : `?${new URLSearchParams({ next })}`;
}
