import type { Language } from '@stablegate/contract';

/** What a page was drawn from by the server; apps/server/src/http/drawn/app-page.ts writes the same. */
export type FirstState = { readonly lang: string; readonly languages: readonly Language[] };

/** undefined: the page came undrawn, or in another language than the one this browser remembers (public/drawn.js looks). */
export function readFirstState(): FirstState | undefined {
  const data = document.getElementById('first-state')?.textContent;
  return typeof data === 'string' && document.documentElement.dataset.drawn === 'as-is' ? JSON.parse(data) : undefined;
}
