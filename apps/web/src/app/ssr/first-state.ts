import type { Language } from '@stablegate/contract';

/** What a page was rendered from by the server; apps/server/src/http/ssr/app-page.ts writes the same. */
export type FirstState = { readonly lang: string; readonly languages: readonly Language[] };

/** undefined: the page came without content, or in another language than the one this browser remembers (public/before-paint.js looks). */
export function readFirstState(): FirstState | undefined {
  const data = document.getElementById('first-state')?.textContent;
  return typeof data === 'string' && document.documentElement.dataset.ssr === 'as-is' ? JSON.parse(data) : undefined;
}
