import type { Screen } from '../../lib/screen';

export const accountsScreens: readonly Screen[] = [
  { path: '/login', access: 'guest', frame: 'auth', load: () => import('./login.screen') },
  { path: '/register', access: 'guest', frame: 'auth', load: () => import('./register.screen') },
  { path: '/2fa', access: 'guest', frame: 'auth', load: () => import('./two-factor.screen') },
  { path: '/verify-email', access: 'public', frame: 'auth', load: () => import('./verify-email.screen') },
  { path: '/email-verification/verify', access: 'public', frame: 'auth', load: () => import('./verify-link.screen') },
  { path: '/forgot-password', access: 'public', frame: 'auth', load: () => import('./forgot-password.screen') },
  { path: '/reset-password', access: 'public', frame: 'auth', load: () => import('./reset-password.screen') },
];
