import type { Screen } from '../../lib/screen';

export const linksScreens: readonly Screen[] = [
  { path: '/payment-links', access: 'member', frame: 'shell', load: () => import('./links.screen') },
  { path: '/payment-links/:id/poster', access: 'member', frame: 'bare', load: () => import('./poster.screen') },
  { path: '/pay/:slug', access: 'public', frame: 'bare', load: () => import('./open/open-link.screen') },
];
