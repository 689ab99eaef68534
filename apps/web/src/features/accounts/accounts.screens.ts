import type { Screen } from '../../lib/screen';

export const accountsScreens: readonly Screen[] = [
  { path: '/login', access: 'guest', frame: 'auth', load: () => import('./sign-in/login.screen') },
  { path: '/register', access: 'guest', frame: 'auth', load: () => import('./register/register.screen') },
  { path: '/2fa', access: 'guest', frame: 'auth', load: () => import('./sign-in/two-factor.screen') },
  { path: '/verify-email', access: 'public', frame: 'shell', load: () => import('./register/verify-email.screen') },
  { path: '/email-verification/verify', access: 'public', frame: 'auth', load: () => import('./register/verify-link.screen') },
  { path: '/account-change', access: 'public', frame: 'auth', load: () => import('./change/account-change.screen') },
  { path: '/forgot-password', access: 'public', frame: 'auth', load: () => import('./reset/forgot-password.screen') },
  { path: '/reset-password', access: 'public', frame: 'auth', load: () => import('./reset/reset-password.screen') },
];
