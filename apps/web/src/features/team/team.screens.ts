import type { Screen } from '../../lib/screen';

export const teamScreens: readonly Screen[] = [
  { path: '/team', access: 'member', frame: 'shell', load: () => import('./team.screen') },
  { path: '/team/invitation', access: 'public', frame: 'auth', load: () => import('./invitation.screen') },
];
