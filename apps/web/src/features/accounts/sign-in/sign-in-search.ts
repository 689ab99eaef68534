/** What goes along between the pages of a sign-in: where it shall lead. Tokens of mailed links stay behind. */
export function signInSearch(search: string): string {
  const next = new URLSearchParams(search).get('next');
  return next === null ? '' : `?${new URLSearchParams({ next })}`;
}
