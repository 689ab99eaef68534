import type { Screen } from '../../lib/screen';

export const linksScreens: readonly Screen[] = [
  { path: '/payment-links', access: 'member', frame: 'shell', load: () => import('./links.screen') },
  { path: '/payment-links/:id/poster', access: 'member', frame: 'bare', load: () => import('./poster.screen') },
  { path: '/payment-links/:id/embed', access: 'member', frame: 'shell', load: () => import('./embed/embed.screen') },
  { path: '/pay/:slug', access: 'public', frame: 'payer', load: () => import('./open/open-link.screen') },
  // Within a shop's page: the server decides which websites may frame it.
  { path: '/embed/pay/:slug', access: 'public', frame: 'payer', load: () => import('./open/open-link.screen') },
];
