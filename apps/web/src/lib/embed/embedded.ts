import { useEffect } from 'react';
import { isEmbedded, queryParam } from './address';
import { type CheckoutEvent, MESSAGE_SOURCE, MESSAGE_VERSION } from './messages';

/** The website around this page. The server lets no other frame it, so messages have an exact target. */
function shopOrigin(): string | undefined {
  const origin = queryParam('origin');
  return isEmbedded() && window.parent !== window && origin !== undefined && /^https?:\/\/[^/*]+$/.test(origin) ? origin : undefined;
}

export function postToParent(event: CheckoutEvent): void {
  const origin = shopOrigin();
  if (origin !== undefined) window.parent.postMessage({ source: MESSAGE_SOURCE, version: MESSAGE_VERSION, ...event }, origin);
}

/** Another page for frames, with the same shop around it. Paths outside stay as they are. */
export function embedPath(path: string): string {
  const url = new URL(path, window.location.origin);
  for (const name of ['origin', 'lang']) {
    const value = queryParam(name);
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return `/embed${url.pathname}${url.search}`;
}

/** Says that it is there, follows its height, and closes with Escape, which the page around it does not hear. */
export function useFrame({ trans_id, link }: { readonly trans_id?: string | undefined; readonly link?: string | undefined }): void {
  useEffect(() => {
    if (!isEmbedded()) return;
    document.documentElement.dataset.embedded = '';
    postToParent({ type: 'ready', ...(trans_id !== undefined && { trans_id }), ...(link !== undefined && { link }) });
    const content = document.getElementById('root') ?? document.body; // the body is as high as the frame at least
    const tell = () => postToParent({ type: 'resize', height: Math.ceil(content.getBoundingClientRect().height) });
    const sizes = new ResizeObserver(tell);
    sizes.observe(content);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) postToParent({ type: 'closed' });
    };
    window.addEventListener('keydown', onKey);
    return () => {
      sizes.disconnect();
      window.removeEventListener('keydown', onKey);
    };
  }, [trans_id, link]);
}
