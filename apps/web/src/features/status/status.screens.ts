import type { Screen } from '../../lib/screen';

export const statusScreens: readonly Screen[] = [
  { path: '/status', access: 'public', frame: 'shell', load: () => import('./status.screen') },
];
