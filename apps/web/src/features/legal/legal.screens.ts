import type { Screen } from '../../lib/screen';

export const legalScreens: readonly Screen[] = [
  { path: '/terms', access: 'public', frame: 'shell', load: () => import('./terms.screen') },
  { path: '/privacy', access: 'public', frame: 'shell', load: () => import('./privacy.screen') },
];
