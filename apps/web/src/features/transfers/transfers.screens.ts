import type { Screen } from '../../lib/screen';

export const transfersScreens: readonly Screen[] = [
  { path: '/transfers', access: 'member', frame: 'shell', load: () => import('./transfers.screen') },
];
