import type { Screen } from '../../lib/screen';

export const developersScreens: readonly Screen[] = [
  { path: '/api', access: 'public', frame: 'shell', load: () => import('./api.screen') },
  { path: '/events', access: 'public', frame: 'shell', load: () => import('./events/events.screen') },
  { path: '/docs', access: 'public', frame: 'shell', load: () => import('./reference/reference.screen') },
  { path: '/docs/errors', access: 'public', frame: 'shell', load: () => import('./errors/errors.screen') },
  { path: '/docs/guides', access: 'public', frame: 'shell', load: () => import('./guides/guides.screen') },
  { path: '/docs/guides/:slug', access: 'public', frame: 'shell', load: () => import('./guides/guide.screen') },
];
