import type { Screen } from '../../lib/screen';

const load = () => import('./dashboard.screen');

export const dashboardScreens: readonly Screen[] = [
  { path: '/', access: 'member', frame: 'shell', load },
  { path: '/dashboard', access: 'member', frame: 'shell', load },
];
