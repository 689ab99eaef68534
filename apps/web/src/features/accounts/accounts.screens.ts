import type { Screen } from '../../lib/screen';

export const accountsScreens: readonly Screen[] = [
  { path: '/login', access: 'guest', frame: 'auth', load: () => import('./login.screen') },
  { path: '/register', access: 'guest', frame: 'auth', load: () => import('./register.screen') },
];
